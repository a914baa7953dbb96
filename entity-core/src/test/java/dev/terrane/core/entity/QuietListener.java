package dev.terrane.core.entity;

/** A listener of which a test says only what it listens for. */
public interface QuietListener extends FlushListener {
    @Override
    default void created(Entity entity) {}

    @Override
    default void changed(Entity entity) {}

    @Override
    default void moved(Entity entity) {}

    @Override
    default void destroyed(KernelChanges.Gone gone) {}

    @Override
    default void root(Entity root) {}
}

package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.FlushListener;
import dev.terrane.core.entity.KernelChanges;

/** Hears everything and does nothing. */
final class SilentListener implements FlushListener {
    @Override
    public void created(Entity entity) {}

    @Override
    public void changed(Entity entity) {}

    @Override
    public void moved(Entity entity) {}

    @Override
    public void destroyed(KernelChanges.Gone gone) {}

    @Override
    public void root(Entity root) {}
}

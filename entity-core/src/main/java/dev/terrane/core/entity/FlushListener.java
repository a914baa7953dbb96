package dev.terrane.core.entity;

/**
 * Is told what happened in a kernel since the last flush, in the order of the methods. While it is
 * told, the kernel refuses changes by throwing; {@link Entity#changes()} names the dirty members.
 */
public interface FlushListener {
    /** An entity was made. */
    void created(Entity entity);

    /** Members of an entity that is not new were written. */
    void changed(Entity entity);

    /** Parent or slot of an entity that is not new was set; it may be what it was before. */
    void moved(Entity entity);

    /** An entity is gone that an earlier flush told of. */
    void destroyed(KernelChanges.Gone gone);

    /**
     * An entity in no container that is new, changed or moved itself, or inside of which is one.
     * Each is told once; nothing else needs to be looked at to publish by root.
     */
    void root(Entity root);
}

package dev.terrane.core.entity;

/** Gives identities that are unique in the deployment. Called on the kernel's owner thread. */
@FunctionalInterface
public interface GuidSource {
    /** The next identity. */
    Guid next();
}

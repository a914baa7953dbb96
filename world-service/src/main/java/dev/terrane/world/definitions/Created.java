package dev.terrane.world.definitions;

/** What became of a definition to be created. */
public sealed interface Created<T> {
    /** It is there now, or was there and is equal. */
    record Present<T>(T value) implements Created<T> {}

    /** Its id is taken by another definition. */
    record Differs<T>(T existing) implements Created<T> {}

    /** Another room of the world has its name. */
    record NameTaken<T>(String name) implements Created<T> {}

    /** The room's world does not exist. */
    record NoWorld<T>() implements Created<T> {}

    /** An import that is not done makes the one of its id. */
    record Importing<T>() implements Created<T> {}
}

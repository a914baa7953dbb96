package dev.terrane.world.definitions;

import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.RoomId;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Fields of requests that every transport has, each refused by its name. */
public final class Requests {
    /** Items of a page at most. */
    public static final int PAGE_MAX = 1_000;

    /** Items of a page when the caller names none. */
    public static final int PAGE_DEFAULT = 100;

    private Requests() {}

    /** A world id. */
    public static WorldId world(String field, String text) {
        require(field, Texts.idFault(text));
        return new WorldId(text);
    }

    /** A room of a world. */
    public static RoomKey room(WorldId world, String field, String text) {
        require(field, Texts.idFault(text));
        return new RoomKey(world, new RoomId(text));
    }

    /** An edit or import id, {@code [A-Za-z0-9_-]{1,64}}. */
    public static String requestId(String field, String text) {
        require(field, Texts.idFault(text));
        return new ObjectId(text).value();
    }

    /** A name for people. */
    public static String name(String field, String text) {
        require(field, Texts.nameFault(text));
        return text;
    }

    /** An object type that is looked for; empty for every one. */
    public static String typeFilter(String field, String text) {
        require(field, text.isEmpty() ? null : Texts.textFault(text));
        return text;
    }

    /** An asset that is looked for; empty for every one. */
    public static String assetFilter(String field, String text) {
        require(field, text.isEmpty() ? null : Texts.assetFault(text));
        return text;
    }

    /** Three numbers of a JSON array, which may hold anything. */
    public static void three(String field, @Nullable List<? extends @Nullable Number> numbers) {
        if (numbers == null || numbers.size() != 3 || numbers.stream().anyMatch(Objects::isNull)) {
            throw bad(field, "three numbers are expected");
        }
    }

    /** A page size of RPC, where a number left out is 0 and means the default. */
    public static int pageSize(String field, long size) {
        return size == 0 ? PAGE_DEFAULT : limit(field, size);
    }

    /** A page size of REST. */
    public static int limit(String field, long size) {
        if (size < 1 || size > PAGE_MAX) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT, "a page has 1.." + PAGE_MAX + " items")
                    .field(field)
                    .limit(field, PAGE_MAX, size)
                    .toException();
        }
        return (int) size;
    }

    /** A page token of definitions: the id the page before ended with, empty for the first. */
    public static String after(String field, String token) {
        if (!token.isEmpty() && Texts.idFault(token) != null) {
            throw bad(field, "it is not a token of this list");
        }
        return token;
    }

    /** Refuses a field unless the fault is null. */
    public static void require(String field, @Nullable String fault) {
        if (fault != null) {
            throw bad(field, fault);
        }
    }

    /** A refusal of one field. */
    public static TerraneException bad(String field, String text) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, field + ": " + text)
                .field(field)
                .toException();
    }

    /** A name that another room of the world has. */
    public static TerraneException nameTaken(String name) {
        return TerraneException.of(
                        WorldError.DEFINITION_CONFLICT,
                        "another room of the world is named '" + name + "'")
                .field("name")
                .pointer("/name")
                .toException();
    }

    /** A world, room or chunk that is not there. */
    public static TerraneException notFound(String what, Object id) {
        return TerraneException.of(CommonError.NOT_FOUND, "there is no " + what + " " + id)
                .field(what)
                .extra(what, id.toString())
                .toException();
    }
}

package dev.terrane.world.moderation;

import dev.terrane.core.chunk.Texts;
import dev.terrane.world.definitions.Requests;

/** Fields of requests about assets, each refused by its name. */
public final class AssetRequests {
    private AssetRequests() {}

    /** An asset or script, {@code [A-Za-z0-9_./:-]{1,256}}. */
    public static String asset(String field, String text) {
        Requests.require(field, Texts.assetFault(text));
        return text;
    }
}

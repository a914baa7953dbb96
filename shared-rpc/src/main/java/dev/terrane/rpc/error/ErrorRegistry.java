package dev.terrane.rpc.error;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every error code of the product, by name. Immutable and safe for all threads. */
public final class ErrorRegistry {
    private static final Map<String, ErrorCode> BY_NAME = index();

    private ErrorRegistry() {}

    /** All codes, grouped by owner, in the order they are declared. */
    public static List<ErrorCode> all() {
        return List.copyOf(BY_NAME.values());
    }

    /** The code with this exact name, if there is one. */
    public static Optional<ErrorCode> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    private static Map<String, ErrorCode> index() {
        List<ErrorCode> codes = new ArrayList<>();
        codes.addAll(List.of(CommonError.values()));
        codes.addAll(List.of(SchemaError.values()));
        codes.addAll(List.of(WorldError.values()));
        codes.addAll(List.of(SessionError.values()));
        codes.addAll(List.of(StageError.values()));
        codes.addAll(List.of(CliError.values()));
        Map<String, ErrorCode> byName = new LinkedHashMap<>();
        for (ErrorCode code : codes) {
            if (byName.put(code.name(), code) != null) {
                throw new IllegalStateException("error code declared twice: " + code.name());
            }
        }
        return byName;
    }
}

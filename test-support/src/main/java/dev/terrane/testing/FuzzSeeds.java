package dev.terrane.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a fuzz target starts from: one file a seed, in the folder the fuzzer reads its inputs from
 * and writes findings to ({@code src/test/resources/PACKAGE/CLASSInputs/METHOD}). The folder has to
 * be there, or findings land in the module's root. Other files in it are findings that were kept.
 */
public final class FuzzSeeds {
    /** Written instead of compared with {@code -Dterrane.golden.record=true}. */
    private static final boolean RECORD = Boolean.getBoolean("terrane.golden.record");

    private FuzzSeeds() {}

    /**
     * Compares the seeds of a target with its folder.
     *
     * @param seeds bytes by name
     * @throws AssertionError when one is missing or differs
     */
    public static void check(Class<?> target, String method, Map<String, byte[]> seeds)
            throws IOException {
        Path folder = folder(target, method);
        Map<String, String> recorded = new TreeMap<>();
        Map<String, String> expected = new TreeMap<>();
        for (Map.Entry<String, byte[]> seed : seeds.entrySet()) {
            Path file = folder.resolve(seed.getKey());
            if (RECORD) {
                Files.createDirectories(folder);
                Files.write(file, seed.getValue());
            }
            expected.put(seed.getKey(), HexFormat.of().formatHex(seed.getValue()));
            recorded.put(
                    seed.getKey(),
                    Files.exists(file)
                            ? HexFormat.of().formatHex(Files.readAllBytes(file))
                            : "missing");
        }
        if (!recorded.equals(expected)) {
            throw new AssertionError("seeds in " + folder + " are not those of " + method);
        }
    }

    private static Path folder(Class<?> target, String method) {
        return Path.of("src", "test", "resources")
                .resolve(target.getPackageName().replace('.', '/'))
                .resolve(target.getSimpleName() + "Inputs")
                .resolve(method);
    }
}

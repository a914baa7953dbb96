package dev.terrane.schema.config.web;

import dev.terrane.core.schema.codegen.GeneratedFile;
import dev.terrane.core.schema.codegen.Language;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Generated files in a zip whose bytes depend on them alone. One thread builds it. */
final class CodeArchive {
    /** The first moment a zip can say. */
    private static final LocalDateTime MOMENT = LocalDateTime.of(1980, 1, 1, 0, 0, 0);

    private final List<GeneratedFile> files = new ArrayList<>();

    /** Adds the files of a language in a folder of its own. */
    void add(Language language, List<GeneratedFile> generated) {
        for (GeneratedFile file : generated) {
            files.add(new GeneratedFile(language.text() + "/" + file.path(), file.text()));
        }
    }

    /** Hash of paths and texts. */
    String hash() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (GeneratedFile file : files) {
                digest.update(file.path().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(file.text().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    byte[] toZip() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (GeneratedFile file : files) {
                ZipEntry entry = new ZipEntry(file.path());
                entry.setTimeLocal(MOMENT);
                zip.putNextEntry(entry);
                zip.write(file.text().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}

package dev.terrane.cli.tools;

import dev.terrane.cli.CliCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A command that reads files. */
public abstract class ToolCommand extends CliCommand {

    /** A file's bytes; {@code -} is standard input. */
    protected final byte[] read(Path file) {
        try {
            return file.toString().equals("-")
                    ? System.in.readAllBytes()
                    : Files.readAllBytes(file);
        } catch (NoSuchFileException _) {
            throw usage("there is no file " + file);
        } catch (IOException e) {
            throw usage("cannot read %s: %s".formatted(file, e.getMessage()));
        }
    }

    /** A file's text, which must be UTF-8. */
    protected final String readText(Path file) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(read(file)))
                    .toString();
        } catch (CharacterCodingException _) {
            throw usage(file + " is not UTF-8");
        }
    }

    /** Writes a file in one piece; its folder is made when absent. */
    protected final void write(Path file, byte[] content) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}

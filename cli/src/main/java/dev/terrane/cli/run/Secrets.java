package dev.terrane.cli.run;

import dev.terrane.cli.services.ServiceName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/**
 * Client secrets of an embedded deployment: one file a service, {@code secrets/SERVICE}, with which
 * it asks the gateway for its token, and {@code dev.json} with id and secret of the development
 * client. Each secret is 32 random bytes in base64url. Files are readable by their owner only and
 * are made once: what exists is kept.
 */
public final class Secrets {
    private static final int SECRET_BYTES = 32;
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OWNER_FOLDER =
            PosixFilePermissions.fromString("rwx------");

    private final SecureRandom random = new SecureRandom();

    /** Makes what is missing below the folder and returns the files it made. */
    public List<Path> ensure(Path data) {
        List<Path> made = new ArrayList<>();
        try {
            Path folder = data.resolve("secrets");
            if (Files.notExists(folder)) {
                Files.createDirectories(data);
                Files.createDirectory(folder, attributes(data, OWNER_FOLDER));
            }
            for (ServiceName service : ServiceName.values()) {
                create(folder.resolve(service.id()), secret(), made);
            }
            Map<String, String> dev = Map.of("clientId", "dev", "clientSecret", secret());
            create(data.resolve("dev.json"), JsonMapper.shared().writeValueAsString(dev), made);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write secrets below " + data, e);
        }
        return made;
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static void create(Path file, String content, List<Path> made) throws IOException {
        try {
            Files.createFile(file, attributes(file, OWNER_ONLY));
        } catch (FileAlreadyExistsException _) {
            return;
        }
        Files.writeString(file, content + "\n", StandardCharsets.UTF_8);
        made.add(file);
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}

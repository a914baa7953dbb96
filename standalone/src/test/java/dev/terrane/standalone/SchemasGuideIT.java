package dev.terrane.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Main;
import dev.terrane.cli.run.Secrets;
import dev.terrane.cli.services.ServiceName;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/guides/schemas.md: writes its files, runs its commands, in its order. */
class SchemasGuideIT {
    private static final Path GUIDE = Path.of("..", "docs", "guides", "schemas.md");

    /** A file with its content, or a block of commands. */
    private static final Pattern STEP =
            Pattern.compile("(?:`(game/[^`]+)`:\\n\\n)?```(\\w+)\\n(.*?)```", Pattern.DOTALL);

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TempDir private Path folder;
    private final StringBuilder said = new StringBuilder();

    @Test
    void everyCommandOfTheGuideDoesWhatItSays() throws Exception {
        Path data = folder.resolve("data");
        new Secrets().ensure(data);
        int commands = 0;
        try (Instances instances = Instances.start(data, Optional.empty())) {
            String gateway = instances.address(ServiceName.GATEWAY).url();
            Matcher steps = STEP.matcher(Files.readString(GUIDE));
            while (steps.find()) {
                if (steps.group(1) != null) {
                    write(steps.group(1), steps.group(3));
                } else if (steps.group(2).equals("sh")) {
                    for (String line : steps.group(3).lines().toList()) {
                        run(line, gateway, data);
                        commands++;
                    }
                }
            }
        }
        assertThat(commands).isGreaterThanOrEqualTo(11);
        assertThat(said)
                .contains(
                        "game/bestiary.json: valid",
                        "game/bestiary.json: rows of Monster: 3",
                        "row 2, column D (speed) [csv-ambiguous]",
                        "row 4, column A (id) [csv-id-positive]",
                        "row 4, column D (speed) [csv-precision]",
                        "bestiary: version 1, allowed by FULL_TRANSITIVE",
                        "bestiary@1  published",
                        "bestiary@1  unchanged",
                        "no differences",
                        "bestiary@1: up to date");
        assertThat(Files.readString(folder.resolve("build/bestiary-1.json")))
                .isEqualTo(Files.readString(folder.resolve("game/bestiary.json")))
                .contains("{\"id\": 2, \"name\": \"Warg\", \"hp\": 25, \"speed\": 3.5,");
        assertThat(folder.resolve("client/generated/game/bestiary/Monster.java")).exists();
        assertThat(folder.resolve("maps/bestiary-types.json"))
                .content()
                .contains("\"Monster.kind\"");
    }

    private void write(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** Runs a line in this JVM, on the instance, with its files in the test's folder. */
    private void run(String line, String gateway, Path data) {
        String command = line.replaceFirst("#.*", "");
        int expected = line.contains("# exits 1") ? 1 : 0;
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command);
        while (matcher.find()) {
            String word = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
            words.add(
                    word.matches("(game|maps|build|client)(/.*)?")
                            ? folder.resolve(word).toString()
                            : word);
        }
        assertThat(words.removeFirst()).isEqualTo("./terrane");
        if (!words.contains("validate")) {
            words.addAll(List.of("--url", gateway, "--data", data.toString()));
        }
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out, true);
        int exit = Main.run(writer, writer, words.toArray(String[]::new));
        said.append(out.toString().replace(folder + "/", ""));
        assertThat(exit).as(line + "\n" + out).isEqualTo(expected);
    }
}

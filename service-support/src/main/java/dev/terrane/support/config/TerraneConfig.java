package dev.terrane.support.config;

import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.convert.ConversionService;
import org.springframework.util.ClassUtils;

/**
 * The configuration as it was given: terrane.yaml overridden by {@code TERRANE_*} variables,
 * checked against every setting there is. Sections are kept in keys: {@code world: {port: 1}} is
 * {@code terrane.world.port}, as is {@code TERRANE_WORLD_PORT}. Immutable; needs no Spring context.
 *
 * <p>Variables that are no settings: {@code TERRANE_HOME} (where the program lies), {@code
 * TERRANE_CONFIG} (another terrane.yaml), {@code TERRANE_TOKEN} and {@code TERRANE_URL} (what
 * commands send and where to), {@code TERRANE_JAVA_OPTS} (flags for the shim's JVM).
 */
public final class TerraneConfig {
    private static final int PORT_MAX = 65_535;

    /** Name of the file looked for in the working directory. */
    public static final String FILE_NAME = "terrane.yaml";

    /** The variable that names another file; {@code --terrane.config} wins over it. */
    public static final String FILE_VARIABLE = "TERRANE_CONFIG";

    private static final String VARIABLE_PREFIX = "TERRANE_";
    private static final Set<String> OTHER_VARIABLES =
            Set.of(
                    "TERRANE_HOME",
                    FILE_VARIABLE,
                    "TERRANE_TOKEN",
                    "TERRANE_URL",
                    "TERRANE_JAVA_OPTS");
    private static final Set<String> ARGUMENT_KEYS = Set.of("terrane.config", "terrane.service");

    private final KnownKeys known;
    private final List<ConfigProblem> problems = new ArrayList<>();
    private final Map<String, ConfigValue> fromFile = new LinkedHashMap<>();
    private final Map<String, ConfigValue> fromVariables = new LinkedHashMap<>();

    private TerraneConfig(KnownKeys known) {
        this.known = known;
    }

    /**
     * Reads and checks. Mistakes do not stop it: all are found, see {@link #problems}.
     *
     * @param file a file that was named, which must exist; null for terrane.yaml in the working
     *     directory, if there is one
     * @param environment the process's environment
     */
    public static TerraneConfig load(
            @Nullable Path file, Map<String, String> environment, KnownKeys known) {
        TerraneConfig config = new TerraneConfig(known);
        String named = environment.get(FILE_VARIABLE);
        if (file != null) {
            config.readFile(file);
        } else if (named != null && !named.isBlank()) {
            config.readFile(Path.of(named));
        } else if (Files.exists(Path.of(FILE_NAME))) {
            config.readFile(Path.of(FILE_NAME));
        }
        new TreeMap<>(environment).forEach(config::readVariable);
        config.problems.addAll(RangeCheck.problems(known, config.values()));
        return config;
    }

    /** Mistakes in the order of the file, then of the variables' names. */
    public List<ConfigProblem> problems() {
        return List.copyOf(problems);
    }

    /** Every setting there is. */
    public KnownKeys known() {
        return known;
    }

    /** Settings given in the file, by full key, in the order of the file. */
    Map<String, ConfigValue> fromFile() {
        return Map.copyOf(fromFile);
    }

    /** Settings given by variables, by full key. */
    Map<String, ConfigValue> fromVariables() {
        return Map.copyOf(fromVariables);
    }

    /** What holds of all that was given, sorted by key. */
    public List<ConfigValue> values() {
        TreeMap<String, ConfigValue> merged = new TreeMap<>(fromFile);
        merged.putAll(fromVariables);
        return List.copyOf(merged.values());
    }

    /** The given setting of a key, which may lack {@code terrane.}; empty if it was not given. */
    public Optional<ConfigValue> find(String key) {
        String full = KnownKey.keyOf(key);
        return Optional.ofNullable(fromVariables.getOrDefault(full, fromFile.get(full)));
    }

    /**
     * What there is to say about a setting; the key may lack {@code terrane.}.
     *
     * @param known the setting
     * @param given its value where one was given
     */
    public record Explanation(KnownKey known, Optional<ConfigValue> given) {}

    /** Explains a setting, or suggests one in the problem of an unknown key. */
    public Explanation explain(String key) {
        String full = KnownKey.keyOf(key);
        KnownKey found =
                known.find(full)
                        .orElseThrow(
                                () ->
                                        refusal(
                                                List.of(
                                                        unknown(
                                                                new ConfigPlace("argument", 0, 0),
                                                                full))));
        return new Explanation(found, find(full));
    }

    /** Refuses a configuration with mistakes, all of them in one message. */
    public void requireValid() {
        if (!problems.isEmpty()) {
            throw refusal(problems);
        }
    }

    /** Refuses {@code --terrane.x} arguments that are no settings. */
    void requireKnownArguments(Set<String> names) {
        List<ConfigProblem> unknown =
                names.stream()
                        .filter(name -> name.startsWith("terrane."))
                        .filter(name -> !ARGUMENT_KEYS.contains(name))
                        .filter(name -> known.canJudge(name) && known.find(name).isEmpty())
                        .sorted()
                        .map(name -> unknown(new ConfigPlace("argument --" + name, 0, 0), name))
                        .toList();
        if (!unknown.isEmpty()) {
            throw refusal(unknown);
        }
    }

    private void readFile(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (MalformedInputException e) {
            problems.add(fileProblem(file, "not UTF-8 text"));
            return;
        } catch (IOException e) {
            problems.add(
                    fileProblem(file, Files.exists(file) ? "cannot be read" : "does not exist"));
            return;
        }
        YamlSettings settings = YamlSettings.parse(file.toString(), text);
        problems.addAll(settings.problems());
        for (ConfigValue value : settings.values()) {
            String key = KnownKey.PREFIX + value.key();
            if (accept(key, value.value(), value.place())) {
                fromFile.put(key, new ConfigValue(key, value.value(), value.place()));
            }
        }
    }

    private static ConfigProblem fileProblem(Path file, String message) {
        return new ConfigProblem(
                new ConfigPlace(file.toString(), 0, 0), "", message, Optional.empty());
    }

    private void readVariable(String name, String value) {
        if (!name.startsWith(VARIABLE_PREFIX) || OTHER_VARIABLES.contains(name)) {
            return;
        }
        ConfigPlace place = ConfigPlace.variable(name);
        Optional<String> key = keyOf(name);
        if (key.isEmpty()) {
            String guess = name.toLowerCase(Locale.ROOT).replace('_', '.');
            if (known.canJudge(guess)) {
                problems.add(
                        new ConfigProblem(
                                place, name, "no such setting", known.suggestVariable(name)));
            }
        } else if (accept(key.get(), value, place)) {
            fromVariables.put(key.get(), new ConfigValue(key.get(), value, place));
        }
    }

    /** Dashes may be underscores or left out; a number at the end is an element of a list. */
    private Optional<String> keyOf(String name) {
        for (KnownKey candidate : known.all()) {
            String variable = candidate.variable();
            if (name.equals(variable) || name.equals(withoutDashes(candidate.key()))) {
                return Optional.of(candidate.key());
            }
            String rest =
                    name.startsWith(variable + "_") ? name.substring(variable.length() + 1) : "";
            if (candidate.isList() && rest.matches("\\d+_?")) {
                return Optional.of(candidate.key() + "[" + rest.replace("_", "") + "]");
            }
            if (candidate.isMap() && !rest.isEmpty()) {
                return Optional.of(
                        candidate.key() + "." + rest.toLowerCase(Locale.ROOT).replace('_', '-'));
            }
        }
        return Optional.empty();
    }

    private static String withoutDashes(String key) {
        return key.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    private boolean accept(String key, String value, ConfigPlace place) {
        Optional<KnownKey> setting = known.find(key);
        if (setting.isEmpty()) {
            if (known.canJudge(key)) {
                problems.add(unknown(place, key));
            }
            return false;
        }
        Optional<String> mismatch = mismatch(setting.get(), value);
        String name = KnownKey.nameOf(key);
        mismatch.ifPresent(
                text ->
                        problems.add(
                                new ConfigProblem(place, name, name + text, Optional.empty())));
        return mismatch.isEmpty();
    }

    /** A key that is right but for its prefix is what was meant without it. */
    private ConfigProblem unknown(ConfigPlace place, String key) {
        String shown = KnownKey.nameOf(key);
        return new ConfigProblem(
                place,
                shown,
                "no such setting: " + shown,
                known.find(shown)
                        .map(whole -> KnownKey.nameOf(shown))
                        .or(() -> known.suggest(key).map(KnownKey::nameOf)));
    }

    /** Values of plain types are tried; placeholders and collections are left to the start. */
    private static Optional<String> mismatch(KnownKey setting, String value) {
        if (value.contains("${")
                || setting.isList()
                || setting.isMap()
                || !ClassUtils.isPresent(setting.type(), null)) {
            return Optional.empty();
        }
        Class<?> type = ClassUtils.resolveClassName(setting.type(), null);
        ConversionService conversion = ApplicationConversionService.getSharedInstance();
        try {
            if (conversion.canConvert(String.class, type)
                    && conversion.convert(value, type) instanceof Integer number
                    && setting.key().endsWith(".port")
                    && (number < 0 || number > PORT_MAX)) {
                return Optional.of(
                        ": a port is 0 (any free one) to " + PORT_MAX + ", not " + value);
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            String shown = KnownKey.isSecret(setting.key()) ? ConfigValue.MASK : value;
            String name = ClassUtils.getShortName(type);
            String article = name.matches("[AEIOU].*") ? "an " : "a ";
            return Optional.of(": '" + shown + "' is not " + article + name);
        }
    }

    private static TerraneException refusal(List<ConfigProblem> problems) {
        ConfigProblem first = problems.getFirst();
        return TerraneException.of(
                        CliError.CONFIGURATION_INVALID,
                        problems.stream()
                                .map(ConfigProblem::toString)
                                .collect(Collectors.joining("\n")))
                .field(first.place().source())
                .position(first.place().line(), first.place().column())
                .extra("key", first.key())
                .extra("suggestion", first.suggestion().orElse(""))
                .toException();
    }
}

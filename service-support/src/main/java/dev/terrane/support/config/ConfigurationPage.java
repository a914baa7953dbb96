package dev.terrane.support.config;

import java.util.List;
import java.util.Locale;

/** The reference page of settings, docs/operating/configuration.md, made from {@link KnownKeys}. */
public final class ConfigurationPage {
    private static final String INTRODUCTION =
            """
            # Configuration

            Made from the settings' own descriptions; do not edit it, run the test that compares it with
            `-Dterrane.docs.write=true`.

            One file, `terrane.yaml` in the working directory, or the one named by `--config` or
            `TERRANE_CONFIG`. It has a section for what all services share and one for each service:

            ```yaml
            common:
              data-dir: /srv/terrane
            world:
              store:
                readers: 4
            ```

            Every setting is also an environment variable: `world.store.readers` is
            `TERRANE_WORLD_STORE_READERS`. From strong to weak: arguments, variables, the file, the
            shipped defaults. A service sees `common` and its own section only. An unknown key, or a value
            that does not fit its type, stops the start with its place and a suggestion; `terrane config
            check` says the same without starting, `config print` shows what holds (secrets masked) and
            `config explain KEY` describes one setting.
            """;

    private ConfigurationPage() {}

    /** The whole page. */
    public static String render(KnownKeys known) {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        section(page, "common", "What all services share.", known);
        for (ServiceSection section : ServiceSection.values()) {
            section(page, section.id(), "", known);
        }
        return page.toString();
    }

    private static void section(StringBuilder page, String name, String about, KnownKeys known) {
        List<KnownKey> keys =
                known.all().stream().filter(key -> key.name().startsWith(name + ".")).toList();
        page.append("\n## ").append(name).append("\n\n");
        if (!about.isEmpty()) {
            page.append(about).append("\n\n");
        }
        page.append("| setting | type | default | meaning |\n|---|---|---|---|\n");
        for (KnownKey key : keys) {
            page.append("| `")
                    .append(key.name())
                    .append("` | ")
                    .append(shortType(key.type()))
                    .append(" | ")
                    .append(key.defaultValue().map(text -> "`" + text + "`").orElse("–"))
                    .append(" | ")
                    .append(cell(key.description()))
                    .append(" |\n");
        }
    }

    private static String shortType(String type) {
        return type.replaceAll("[a-zA-Z0-9]+\\.", "")
                .replaceAll("^.*\\$", "")
                .replace("<", " of ")
                .replace(">", "")
                .toLowerCase(Locale.ROOT);
    }

    /** A description in one cell, ending with a full stop. */
    private static String cell(String description) {
        String text =
                description
                        .replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`")
                        .replaceAll("\\s+", " ")
                        .replace("|", "\\|")
                        .strip();
        return text.isEmpty() || text.endsWith(".") ? text : text + ".";
    }
}

package dev.terrane.support.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A YAML document as flat keys with their places. Values keep the text of the file: {@code 010}
 * stays 010, dates stay text; {@code null} and {@code ~} leave a key unset.
 */
final class YamlSettings {
    private static final int DEPTH_MAX = 20;
    private static final int CODE_POINTS_MAX = 1_000_000;
    private final String source;
    private final List<ConfigValue> values = new ArrayList<>();
    private final List<ConfigProblem> problems = new ArrayList<>();

    private YamlSettings(String source) {
        this.source = source;
    }

    static YamlSettings parse(String source, String text) {
        YamlSettings settings = new YamlSettings(source);
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(CODE_POINTS_MAX);
        options.setNestingDepthLimit(DEPTH_MAX);
        try {
            Node root = new Yaml(new SafeConstructor(options)).compose(new StringReader(text));
            if (root instanceof MappingNode mapping) {
                settings.read("", mapping, 0);
            } else if (root != null && !isNull(root)) {
                settings.problem(
                        root.getStartMark(), "", "sections are expected: common, world, …");
            }
        } catch (MarkedYAMLException e) {
            settings.problem(e.getProblemMark(), "", "not YAML: " + e.getProblem());
        } catch (YAMLException e) {
            settings.problem(null, "", "not YAML: " + e.getMessage());
        }
        return settings;
    }

    List<ConfigValue> values() {
        return List.copyOf(values);
    }

    List<ConfigProblem> problems() {
        return List.copyOf(problems);
    }

    private void read(String prefix, MappingNode mapping, int depth) {
        Set<String> seen = new HashSet<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
                problem(tuple.getKeyNode().getStartMark(), prefix, "a key must be plain text");
                continue;
            }
            String key = prefix.isEmpty() ? keyNode.getValue() : prefix + "." + keyNode.getValue();
            if (seen.add(keyNode.getValue())) {
                readValue(key, keyNode, tuple.getValueNode(), depth);
            } else {
                problem(keyNode.getStartMark(), key, key + " is given twice in this section");
            }
        }
    }

    private void readValue(String key, Node at, Node value, int depth) {
        if (depth > DEPTH_MAX) {
            // Only an alias to one of its own parents gets here: nesting is limited by the parser.
            problem(at.getStartMark(), key, "nested more than " + DEPTH_MAX + " deep");
            return;
        }
        switch (value) {
            case MappingNode mapping -> read(key, mapping, depth + 1);
            case SequenceNode sequence -> {
                List<Node> items = sequence.getValue();
                for (int i = 0; i < items.size(); i++) {
                    readValue(key + "[" + i + "]", items.get(i), items.get(i), depth + 1);
                }
            }
            case ScalarNode scalar -> {
                if (!isNull(scalar)) {
                    values.add(new ConfigValue(key, scalar.getValue(), place(at.getStartMark())));
                }
            }
            default -> problem(at.getStartMark(), key, "not a setting's value");
        }
    }

    private static boolean isNull(Node node) {
        return Tag.NULL.equals(node.getTag());
    }

    private void problem(@Nullable Mark mark, String key, String text) {
        problems.add(new ConfigProblem(place(mark), key, text, Optional.empty()));
    }

    private ConfigPlace place(@Nullable Mark mark) {
        return mark == null
                ? new ConfigPlace(source, 0, 0)
                : new ConfigPlace(source, mark.getLine() + 1, mark.getColumn() + 1);
    }
}

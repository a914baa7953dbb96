package dev.terrane.support.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindMethod;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Tries given values on the very records that will hold them: what such a record refuses is a
 * mistake of the configuration, found before anything starts and with the place of the value.
 *
 * <p>A record that gets no value here is not tried (its defaults are tested with it), nor is one
 * with a value that names another setting by {@code ${…}}, which only a start can resolve.
 */
final class RangeCheck {
    private RangeCheck() {}

    /**
     * Mistakes by the order of the records' prefixes; at most one for each record.
     *
     * @param given settings that exist and whose values fit their types, by full key
     */
    static List<ConfigProblem> problems(KnownKeys known, List<ConfigValue> given) {
        List<ConfigProblem> problems = new ArrayList<>();
        for (KnownKeys.Group group : known.groups()) {
            List<ConfigValue> own =
                    given.stream().filter(value -> group.holds(value.key())).toList();
            if (!own.isEmpty() && own.stream().noneMatch(value -> value.value().contains("${"))) {
                refusal(group, own).ifPresent(text -> problems.add(problem(own, text)));
            }
        }
        return problems;
    }

    private static Optional<String> refusal(KnownKeys.Group group, List<ConfigValue> own) {
        Class<?> type = ClassUtils.resolveClassName(group.type(), group.loader());
        Map<String, String> values = new HashMap<>();
        own.forEach(value -> values.put(value.key(), value.value()));
        try {
            new Binder(new MapConfigurationPropertySource(values))
                    .bind(
                            group.prefix(),
                            Bindable.of(type).withBindMethod(BindMethod.VALUE_OBJECT));
            return Optional.empty();
        } catch (BindException e) {
            // Only what the record itself says; a conversion was judged with the value's type.
            for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause.getClass() == IllegalArgumentException.class && isThrownBy(cause, type)) {
                    return Optional.ofNullable(cause.getMessage());
                }
            }
            return Optional.empty();
        }
    }

    private static boolean isThrownBy(Throwable cause, Class<?> type) {
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (frame.getMethodName().equals("<init>")) {
                return frame.getClassName().startsWith(type.getName());
            }
        }
        return false;
    }

    /** The place is that of the value the message names, or of the record's first. */
    private static ConfigProblem problem(List<ConfigValue> own, String text) {
        ConfigValue blamed =
                own.stream()
                        .filter(value -> text.contains(lastName(value.key())))
                        .max(Comparator.comparingInt(value -> lastName(value.key()).length()))
                        .orElse(own.getFirst());
        String shown = KnownKey.nameOf(blamed.key());
        return new ConfigProblem(
                blamed.place(),
                shown,
                text.contains(shown) ? text : shown + ": " + text,
                Optional.empty());
    }

    private static String lastName(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }
}

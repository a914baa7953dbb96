package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Holds the rows of a document against its hints. One instance checks one document. */
public final class HintCheck {
    private final SchemaDocument document;
    private final SchemaHints hints;
    private final int max;
    private final List<HintViolation> violations = new ArrayList<>();
    private final Map<String, Set<Long>> ids = new HashMap<>();

    private HintCheck(SchemaDocument document, SchemaHints hints, int max) {
        this.document = document;
        this.hints = hints;
        this.max = max;
    }

    /** What the hints do not allow, in the document's order, at most that many. */
    public static List<HintViolation> check(SchemaDocument document, SchemaHints hints, int max) {
        HintCheck check = new HintCheck(document, hints, max);
        for (int config = 0; config < document.configs().size(); config++) {
            check.rows(config);
        }
        return List.copyOf(check.violations);
    }

    private void rows(int config) {
        ConfigDefinition rows = document.configs().get(config);
        Optional<SchemaHints.ClassHints> type = hints.findClass(rows.className());
        if (type.isEmpty()) {
            return;
        }
        for (int row = 0; row < rows.rows().size() && violations.size() < max; row++) {
            for (SchemaHints.MemberHints member : type.get().members()) {
                ScalarValue value = rows.rows().get(row).values().get(member.name());
                if (value != null) {
                    Place place =
                            new Place(
                                    rows.className(),
                                    row,
                                    member.name(),
                                    JsonPath.ROOT
                                            .child("configs")
                                            .child(config)
                                            .child("rows")
                                            .child(row)
                                            .child(member.name()));
                    value(place, member, value);
                }
            }
        }
    }

    private record Place(String className, int row, String field, JsonPath path) {}

    private void value(Place place, SchemaHints.MemberHints member, ScalarValue value) {
        String shown = SchemaWriter.writeValue(value);
        String unit = member.unit() == null ? "" : " " + member.unit();
        if (member.min() != null && ScalarOrder.compare(value, member.min()) < 0) {
            add(
                    SchemaRule.HINT_RANGE,
                    place,
                    shown + " is below the least, " + SchemaWriter.writeValue(member.min()) + unit);
        }
        if (member.max() != null && ScalarOrder.compare(value, member.max()) > 0) {
            add(
                    SchemaRule.HINT_RANGE,
                    place,
                    shown + " is above the most, " + SchemaWriter.writeValue(member.max()) + unit);
        }
        boolean listed =
                member.values().isEmpty()
                        || member.values().stream()
                                .anyMatch(allowed -> allowed.value().equals(value));
        if (!listed) {
            add(SchemaRule.HINT_VALUE, place, shown + " is not one of " + list(member.values()));
        }
        String target = member.reference();
        if (target != null
                && value instanceof ScalarValue.UInt32(long id)
                && id != 0
                && !ids(target).contains(id)) {
            add(
                    SchemaRule.HINT_REFERENCE,
                    place,
                    "no row of " + Problems.quote(target) + " has the id " + id);
        }
    }

    private static String list(List<SchemaHints.AllowedValue> values) {
        int shown = Math.min(values.size(), 20);
        List<String> texts = new ArrayList<>();
        for (SchemaHints.AllowedValue allowed : values.subList(0, shown)) {
            texts.add(SchemaWriter.writeValue(allowed.value()));
        }
        return String.join(", ", texts) + (shown < values.size() ? ", …" : "");
    }

    private Set<Long> ids(String className) {
        return ids.computeIfAbsent(
                className,
                name -> {
                    Set<Long> known = new HashSet<>();
                    document.rowsOf(name).forEach(row -> known.add(row.id()));
                    return known;
                });
    }

    private void add(SchemaRule rule, Place place, String message) {
        if (violations.size() < max) {
            violations.add(
                    new HintViolation(
                            rule,
                            place.className(),
                            place.row(),
                            place.field(),
                            place.path().pointer(),
                            message));
        }
    }
}

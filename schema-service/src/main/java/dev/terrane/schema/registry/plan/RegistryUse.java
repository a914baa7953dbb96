package dev.terrane.schema.registry.plan;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.ConfigDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.diff.SchemaUse;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import java.util.HashSet;
import java.util.Set;

/**
 * What the registry knows is in use: classes and rows of versions somebody holds, live or stored. A
 * member may be selected by a projection as long as it is not retired.
 */
final class RegistryUse implements SchemaUse {
    private final Set<String> classes = new HashSet<>();
    private final Set<Long> rows = new HashSet<>();
    private final Set<MemberKey> retired;

    RegistryUse(Set<MemberKey> retired) {
        this.retired = Set.copyOf(retired);
    }

    /** Takes the document of a version somebody holds for used. */
    void add(SchemaDocument document) {
        for (ClassDefinition type : document.classes()) {
            classes.add(type.name());
        }
        for (ConfigDefinition config : document.configs()) {
            for (ConfigRow row : config.rows()) {
                rows.add(row.id());
            }
        }
    }

    @Override
    public boolean isClassStored(String className) {
        return classes.contains(className);
    }

    @Override
    public boolean isSelected(String className, long index) {
        return !isRetired(className, index);
    }

    @Override
    public boolean isRowUsed(long rowId) {
        return rows.contains(rowId);
    }

    @Override
    public boolean isRetired(String className, long index) {
        return retired.contains(new MemberKey(className, index));
    }
}

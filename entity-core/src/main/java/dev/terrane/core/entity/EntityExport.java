package dev.terrane.core.entity;

/** Copies the members that have any of some flags out of an entity and its children. */
final class EntityExport {
    private EntityExport() {}

    static EntityData export(Entity entity, int maskBits) {
        ClassShape shape = entity.shape();
        EntityLayout layout = shape.layout();
        var fields = new IndexMap.Builder<Value>();
        layout.fields()
                .forEach(
                        (field, index) -> {
                            if (isSelected(shape, index, maskBits)) {
                                fields.put(index, entity.get(index));
                            }
                        });
        var tables = new IndexMap.Builder<IndexMap<IndexMap<Value>>>();
        layout.tables()
                .forEach(
                        (table, index) -> {
                            if (isSelected(shape, index, maskBits)) {
                                tables.put(index, rows(entity, index));
                            }
                        });
        var containers = new IndexMap.Builder<IndexMap<EntityData>>();
        layout.containers()
                .forEach(
                        (container, index) -> {
                            if (isSelected(shape, index, maskBits)) {
                                containers.put(index, children(entity, index, maskBits));
                            }
                        });
        return new EntityData(
                entity.guid(),
                layout.name(),
                entity.profileId(),
                entity.place(),
                fields.build(),
                tables.build(),
                containers.build());
    }

    private static boolean isSelected(ClassShape shape, long index, int maskBits) {
        return (shape.maskBits(index) & maskBits) != 0;
    }

    private static IndexMap<IndexMap<Value>> rows(Entity entity, long index) {
        Table table = entity.findMaterialisedTable(index).orElse(null);
        if (table == null) {
            return IndexMap.empty();
        }
        var rows = new IndexMap.Builder<IndexMap<Value>>();
        for (Row row : table.rows()) {
            rows.put(row.number(), columns(row, table.layout()));
        }
        return rows.build();
    }

    static IndexMap<Value> columns(Row row, TableLayout layout) {
        var columns = new IndexMap.Builder<Value>();
        layout.columns().forEach((column, index) -> columns.put(index, row.get(index)));
        return columns.build();
    }

    private static IndexMap<EntityData> children(Entity entity, long index, int maskBits) {
        Container container = entity.findMaterialisedContainer(index).orElse(null);
        if (container == null) {
            return IndexMap.empty();
        }
        var children = new IndexMap.Builder<EntityData>();
        for (int i = 0; i < container.size(); i++) {
            children.put(container.slotAt(i), export(container.childAt(i), maskBits));
        }
        return children.build();
    }
}

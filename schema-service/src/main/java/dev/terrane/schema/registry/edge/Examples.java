package dev.terrane.schema.registry.edge;

/** Documents that the descriptions of the interfaces show. */
public final class Examples {
    /** The least schema that says something: one class with one field. */
    public static final String MARKER =
            """
            {
              "format": "ark.entity-schema",
              "version": 1,
              "classes": [
                {
                  "name": "Marker",
                  "fields": [
                    {"name": "x", "index": 1, "type": "double", "mask": ["sync_view"]}
                  ],
                  "tables": [],
                  "containers": []
                }
              ],
              "configs": []
            }
            """;

    private Examples() {}
}

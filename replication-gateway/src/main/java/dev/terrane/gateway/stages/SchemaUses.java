package dev.terrane.gateway.stages;

import java.util.Map;
import java.util.Set;

/**
 * Tells the registry of schemas which stage uses which version. Calls block and may be repeated; a
 * refusal is a {@link dev.terrane.rpc.error.TerraneException}.
 */
public interface SchemaUses {
    /**
     * Registers a stage's use of a version, or renews it.
     *
     * @return retired members that are not to be selected: indices by class
     */
    Map<String, Set<Long>> hold(String stageId, String schemaId);

    /** Ends a stage's use. */
    void release(String stageId, String schemaId);
}

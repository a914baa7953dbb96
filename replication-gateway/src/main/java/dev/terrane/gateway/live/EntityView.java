package dev.terrane.gateway.live;

import dev.terrane.core.entity.Creation.Argument;
import java.util.List;

/**
 * Everything about one entity, for programs that drive the stage.
 *
 * @param guid identity
 * @param networkId network id in this stage generation
 * @param className class
 * @param ownerPeerId peer that owns it; 0 for none
 * @param bodyId id of its body; empty for none
 * @param fields all fields in ascending index order
 */
public record EntityView(
        long guid,
        long networkId,
        String className,
        int ownerPeerId,
        String bodyId,
        List<Argument> fields) {
    public EntityView {
        fields = List.copyOf(fields);
    }
}

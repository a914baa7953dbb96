package dev.terrane.session.wire;

import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.CollisionFilter;
import dev.terrane.core.session.physics.RadialField;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.proto.session.v1alpha1.Body;
import dev.terrane.proto.session.v1alpha1.Box;
import dev.terrane.proto.session.v1alpha1.Circle;
import dev.terrane.proto.session.v1alpha1.SetProfile;
import java.util.ArrayList;
import java.util.List;

/** Bodies, vectors and fields between contract and core. */
final class Bodies {
    private static final long ALL = -1L;

    private Bodies() {}

    static Vec2 vector(dev.terrane.proto.session.v1alpha1.Vec2 vector) {
        return new Vec2(vector.getX(), vector.getY());
    }

    static dev.terrane.proto.session.v1alpha1.Vec2 vector(Vec2 vector) {
        return dev.terrane.proto.session.v1alpha1.Vec2.newBuilder()
                .setX(vector.x())
                .setY(vector.y())
                .build();
    }

    static BodyKind kind(String field, dev.terrane.proto.session.v1alpha1.BodyKind kind) {
        return switch (kind) {
            case BODY_KIND_UNSPECIFIED, BODY_KIND_DYNAMIC -> BodyKind.DYNAMIC;
            case BODY_KIND_KINEMATIC -> BodyKind.KINEMATIC;
            case BODY_KIND_STATIC -> BodyKind.STATIC;
            case UNRECOGNIZED -> throw Requests.invalid(field, "no such kind");
        };
    }

    private static dev.terrane.proto.session.v1alpha1.BodyKind kind(BodyKind kind) {
        return switch (kind) {
            case DYNAMIC -> dev.terrane.proto.session.v1alpha1.BodyKind.BODY_KIND_DYNAMIC;
            case KINEMATIC -> dev.terrane.proto.session.v1alpha1.BodyKind.BODY_KIND_KINEMATIC;
            case STATIC -> dev.terrane.proto.session.v1alpha1.BodyKind.BODY_KIND_STATIC;
        };
    }

    /** Ranges are judged by the session, whose receipt names what is wrong; here only the form. */
    static BodyDefinition definition(String field, Body body) {
        Shape shape =
                switch (body.getShapeCase()) {
                    case CIRCLE -> new Shape.Circle(body.getCircle().getRadius());
                    case BOX ->
                            new Shape.Box(
                                    new Vec2(
                                            body.getBox().getHalfWidth(),
                                            body.getBox().getHalfHeight()));
                    case SHAPE_NOT_SET -> throw Requests.invalid(field + ".shape", "is missing");
                };
        long category = body.getCollisionCategory();
        var filter =
                new CollisionFilter(
                        category == 0 ? 1 : category,
                        body.hasCollisionMask() ? body.getCollisionMask() : ALL,
                        body.getCollisionGroup());
        var motion =
                new BodyDefinition.Motion(
                        vector(body.getPosition()),
                        vector(body.getVelocity()),
                        body.getAngle(),
                        body.getAngularVelocity());
        return new BodyDefinition(
                Requests.ownBodyId(field + ".id", body.getId()),
                kind(field + ".kind", body.getKind()),
                shape,
                body.getMass(),
                body.getRestitution(),
                motion,
                new BodyDefinition.Profile(body.getBullet(), !body.getIgnoresFields(), filter));
    }

    static BodyDefinition.Profile profile(SetProfile set) {
        return new BodyDefinition.Profile(
                set.getBullet(),
                !set.getIgnoresFields(),
                new CollisionFilter(
                        set.getCollisionCategory() == 0 ? 1 : set.getCollisionCategory(),
                        set.hasCollisionMask() ? set.getCollisionMask() : -1L,
                        set.getCollisionGroup()));
    }

    static dev.terrane.proto.session.v1alpha1.BodyState state(BodyState state) {
        BodyDefinition definition = state.definition();
        BodyDefinition.Motion motion = definition.motion();
        BodyDefinition.Profile profile = definition.profile();
        Body.Builder body =
                Body.newBuilder()
                        .setId(definition.id().value())
                        .setPosition(vector(motion.position()))
                        .setVelocity(vector(motion.velocity()))
                        .setAngle(motion.angle())
                        .setAngularVelocity(motion.angularVelocity())
                        .setKind(kind(definition.kind()))
                        .setMass(definition.mass())
                        .setRestitution(definition.restitution())
                        .setBullet(profile.bullet())
                        .setIgnoresFields(!profile.inFields())
                        .setCollisionCategory(profile.filter().category())
                        .setCollisionGroup(profile.filter().group());
        if (profile.filter().mask() != ALL) {
            body.setCollisionMask(profile.filter().mask());
        }
        switch (definition.shape()) {
            case Shape.Circle(double radius) ->
                    body.setCircle(Circle.newBuilder().setRadius(radius));
            case Shape.Box(Vec2 half) ->
                    body.setBox(Box.newBuilder().setHalfWidth(half.x()).setHalfHeight(half.y()));
        }
        return dev.terrane.proto.session.v1alpha1.BodyState.newBuilder()
                .setBody(body)
                .setIncarnation(state.incarnation())
                .build();
    }

    static List<RadialField> fields(
            String field, List<dev.terrane.proto.session.v1alpha1.RadialField> fields) {
        List<RadialField> read = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            var each = fields.get(i);
            read.add(
                    new RadialField(
                            Requests.bodyId(field + "[" + i + "].id", each.getId()),
                            vector(each.getPosition()),
                            each.getStrength(),
                            each.getRadius()));
        }
        return read;
    }
}

package dev.terrane.core.session.model;

import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;

/** What a command does. There is no upsert and no removal by omission. */
public sealed interface Operation {
    /** Its kind. */
    CommandKind kind();

    /** Adds a body whose name is free. */
    record Spawn(BodyDefinition body) implements Operation {
        @Override
        public CommandKind kind() {
            return CommandKind.SPAWN;
        }
    }

    /** Takes a body away. */
    record Remove(BodyId body) implements Operation {
        @Override
        public CommandKind kind() {
            return CommandKind.REMOVE;
        }
    }

    /** Moves a body; its velocity stays. */
    record Teleport(BodyId body, Vec2 position, double angle) implements Operation {
        @Override
        public CommandKind kind() {
            return CommandKind.TELEPORT;
        }
    }

    /** Sets the velocity of a body that is not static. */
    record SetVelocity(BodyId body, Vec2 linear, double angular) implements Operation {
        @Override
        public CommandKind kind() {
            return CommandKind.SET_VELOCITY;
        }
    }

    /** Changes kind, shape, mass and restitution. */
    record Configure(BodyId body, BodyKind bodyKind, Shape shape, double mass, double restitution)
            implements Operation {
        @Override
        public CommandKind kind() {
            return CommandKind.CONFIGURE;
        }
    }

    /** Changes bullet, field participation and filter; contacts the filter ends, end at once. */
    record SetProfile(BodyId body, BodyDefinition.Profile profile) implements Operation {
        @Override
        public CommandKind kind() {
            return CommandKind.SET_PROFILE;
        }
    }

    /** Pushes a dynamic body at its centre during the next step. */
    record ApplyForce(BodyId body, Vec2 force) implements Operation {
        @Override
        public CommandKind kind() {
            return CommandKind.APPLY_FORCE;
        }
    }

    /** Turns a dynamic body during the next step. */
    record ApplyTorque(BodyId body, double torque) implements Operation {
        @Override
        public CommandKind kind() {
            return CommandKind.APPLY_TORQUE;
        }
    }

    /** Advances the world. */
    record Step(StepSpec spec) implements Operation {
        @Override
        public CommandKind kind() {
            return CommandKind.STEP;
        }
    }

    /** Ends the session for ever; open contacts end. */
    record Dispose() implements Operation {
        @Override
        public CommandKind kind() {
            return CommandKind.DISPOSE;
        }
    }
}

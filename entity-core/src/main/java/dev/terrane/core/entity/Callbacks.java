package dev.terrane.core.entity;

import dev.terrane.core.schema.MaskName;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where an application registers what a kernel tells it. Register before entities of the class are
 * made: what happened earlier is not told. A lower priority is called first, equal ones in the
 * order of registration, callbacks for every class among those for one. There is no removal.
 *
 * <p>Callbacks run on the kernel's owner thread inside the operation that caused them. What one
 * throws ends the round and leaves the operation; {@link Stage}, {@link TableChange} and {@link
 * ContainerChange} say what is kept then.
 */
public final class Callbacks {
    private final Map<String, ClassShape> shapes;

    Callbacks(Map<String, ClassShape> shapes) {
        this.shapes = shapes;
    }

    /** Stages of entities of one class. */
    public void onClass(String className, int priority, Consumer<? super ClassEvent> listener) {
        shape(className).life().add(priority, listener);
    }

    /** Stages of all entities. */
    public void onEveryClass(int priority, Consumer<? super ClassEvent> listener) {
        all().forEach(shape -> shape.life().add(priority, listener));
    }

    /** Changes of one field. */
    public void onField(
            String className, long index, int priority, Consumer<? super FieldChange> listener) {
        ClassShape shape = shape(className);
        shape.field(position(shape.layout().fields(), className, index)).add(priority, listener);
    }

    /** Changes of all fields. */
    public void onEveryField(int priority, Consumer<? super FieldChange> listener) {
        for (ClassShape shape : all()) {
            for (int i = 0; i < shape.layout().fields().size(); i++) {
                shape.field(i).add(priority, listener);
            }
        }
    }

    /** Changes of one table. */
    public void onTable(
            String className, long index, int priority, Consumer<? super TableChange> listener) {
        ClassShape shape = shape(className);
        shape.table(position(shape.layout().tables(), className, index)).add(priority, listener);
    }

    /** Changes of all tables. */
    public void onEveryTable(int priority, Consumer<? super TableChange> listener) {
        for (ClassShape shape : all()) {
            for (int i = 0; i < shape.layout().tables().size(); i++) {
                shape.table(i).add(priority, listener);
            }
        }
    }

    /** Changes of one container. */
    public void onContainer(
            String className,
            long index,
            int priority,
            Consumer<? super ContainerChange> listener) {
        ClassShape shape = shape(className);
        shape.container(position(shape.layout().containers(), className, index))
                .add(priority, listener);
    }

    /** Changes of all containers. */
    public void onEveryContainer(int priority, Consumer<? super ContainerChange> listener) {
        for (ClassShape shape : all()) {
            for (int i = 0; i < shape.layout().containers().size(); i++) {
                shape.container(i).add(priority, listener);
            }
        }
    }

    /**
     * Collected changes of one class, told by {@link Kernel#update()}. The mask is {@code
     * sync_view} or {@code sync_self}; nothing is collected for others.
     */
    public void onDelayed(
            String className,
            MaskName mask,
            int priority,
            Consumer<? super DelayedUpdate> listener) {
        shape(className).delayed().listeners(mask).add(priority, listener);
    }

    /** As {@link #onDelayed} for all classes. */
    public void onEveryDelayed(
            MaskName mask, int priority, Consumer<? super DelayedUpdate> listener) {
        all().forEach(shape -> shape.delayed().listeners(mask).add(priority, listener));
    }

    private Collection<ClassShape> all() {
        return shapes.values();
    }

    private ClassShape shape(String className) {
        ClassShape shape = shapes.get(className);
        if (shape == null) {
            throw new IllegalArgumentException("no class " + className);
        }
        return shape;
    }

    private static int position(IndexMap<?> members, String className, long index) {
        int position = members.positionOf(index);
        if (position < 0) {
            throw new IllegalArgumentException("no such member " + index + " in " + className);
        }
        return position;
    }
}

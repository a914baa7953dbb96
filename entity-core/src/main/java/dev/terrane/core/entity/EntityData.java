package dev.terrane.core.entity;

/**
 * An entity as plain values, with everything inside its containers: what an application stores. It
 * holds the members that were selected, all columns of a selected table, and neither custom values
 * nor incarnations.
 *
 * @param guid identity
 * @param className class
 * @param profileId configuration row it was made from, 0 for none; kept, never merged again
 * @param place map and instance
 * @param fields values by field index
 * @param tables by member index the rows by number, each with its columns
 * @param containers by member index the children by slot
 */
public record EntityData(
        Guid guid,
        String className,
        long profileId,
        MapPlace place,
        IndexMap<Value> fields,
        IndexMap<IndexMap<IndexMap<Value>>> tables,
        IndexMap<IndexMap<EntityData>> containers) {}

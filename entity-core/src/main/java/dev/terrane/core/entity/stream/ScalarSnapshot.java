package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;

/**
 * Selected fields of one entity, without tables, containers or lifetimes; owns everything it refers
 * to.
 *
 * @param guid identity
 * @param className class
 * @param fields values by field index
 */
public record ScalarSnapshot(Guid guid, String className, IndexMap<Value> fields) {}

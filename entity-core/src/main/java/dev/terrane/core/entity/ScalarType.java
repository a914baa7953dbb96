package dev.terrane.core.entity;

/** The scalar types of schema document version 1. Ordinals are not part of any wire form. */
public enum ScalarType {
    BOOL,
    INT32,
    UINT32,
    INT64,
    UINT64,
    FLOAT,
    DOUBLE,
    STRING,
    GUID
}

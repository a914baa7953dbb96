package dev.terrane.core.entity;

/**
 * One container of a class.
 *
 * @param name the member's name
 * @param childClass the class every entity in it has exactly
 */
public record ContainerLayout(String name, String childClass) {}

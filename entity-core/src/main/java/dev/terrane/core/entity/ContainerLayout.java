package dev.terrane.core.entity;

/**
 * One container of a class. Kernels know it by name; they do not hold children yet.
 *
 * @param name the member's name
 * @param childClass the class of the entities it holds
 */
public record ContainerLayout(String name, String childClass) {}

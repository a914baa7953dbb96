/**
 * Definitions of stages: what a stage is made from, its JSON form, its checks, and the registry
 * that keeps definitions and opens live stages. What happens on a live stage is in {@code live}.
 */
@NullMarked
package dev.terrane.gateway.stages;

import org.jspecify.annotations.NullMarked;

/** Stages by REST. */
@NullMarked
package dev.terrane.gateway.stages.web;

import org.jspecify.annotations.NullMarked;

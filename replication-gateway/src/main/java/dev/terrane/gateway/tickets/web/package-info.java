/** Tickets by REST. */
@NullMarked
package dev.terrane.gateway.tickets.web;

import org.jspecify.annotations.NullMarked;

/**
 * replication-gateway: the application class and what its features share. Features live in packages
 * below.
 */
@NullMarked
package dev.terrane.gateway;

import org.jspecify.annotations.NullMarked;

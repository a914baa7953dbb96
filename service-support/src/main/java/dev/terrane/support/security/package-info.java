/**
 * Who may call: bearer tokens and tickets become a {@code Caller}, the service's access table
 * decides, pages of foreign origins are refused. Deny by default. No domain and no issuing of
 * tokens here.
 */
@NullMarked
package dev.terrane.support.security;

import org.jspecify.annotations.NullMarked;

/** Drafts over REST. */
@NullMarked
package dev.terrane.schema.drafts.web;

import org.jspecify.annotations.NullMarked;

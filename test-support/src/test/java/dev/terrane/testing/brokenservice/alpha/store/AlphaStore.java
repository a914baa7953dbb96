package dev.terrane.testing.brokenservice.alpha.store;

/** Would be for its own feature only. */
public final class AlphaStore {}

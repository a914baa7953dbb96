package dev.terrane.bench;

/**
 * One result.
 *
 * @param name what was measured, for example {@code rpc.connect}
 * @param value median over the rounds
 * @param unit of the value, for example {@code calls/s}
 * @param peer what it was measured beside, for ratios what it is divided by
 */
record Row(String name, double value, String unit, String peer) {}

package dev.terrane.world;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The Spring application of world-service. Started by a ServiceRunner, never by its own main
 * method.
 */
@ServiceWide
@SpringBootApplication
public class WorldApp {}

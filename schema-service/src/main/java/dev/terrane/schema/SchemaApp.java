package dev.terrane.schema;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The Spring application of schema-service. Started by a ServiceRunner, never by its own main
 * method.
 */
@SpringBootApplication
public class SchemaApp {}

package dev.terrane.session;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The Spring application of session-service. Started by a ServiceRunner, never by its own main
 * method.
 */
@SpringBootApplication
public class SessionApp {}

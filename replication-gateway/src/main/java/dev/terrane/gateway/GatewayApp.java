package dev.terrane.gateway;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The Spring application of replication-gateway. Started by a ServiceRunner, never by its own main
 * method.
 */
@SpringBootApplication
public class GatewayApp {}

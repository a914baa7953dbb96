package dev.terrane.schema;

import dev.terrane.support.testing.Reply;
import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.TestIssuer;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** schema-service on a free port with an issuer of its own, and ways to call it. */
public final class SchemaServer implements AutoCloseable {
    private final ServiceServer service;

    private SchemaServer(ServiceServer service) {
        this.service = service;
    }

    /** Starts the service with its data in a folder. */
    public static SchemaServer start(Path data, String... settings) {
        return new SchemaServer(ServiceServer.start(SchemaApp.class, "schema", data, settings));
    }

    /** The issuer the service trusts. */
    public TestIssuer issuer() {
        return service.issuer();
    }

    /** Where the service listens. */
    public URI base() {
        return service.base();
    }

    /** GET with a token of these roles, without one when there are none. */
    public Reply get(String path, String... roles) {
        return send(path, service.token(roles), UnaryOperator.identity());
    }

    /** Publishes a document over REST. */
    public Reply publish(String name, String document, String... roles) {
        return service.postJson("/api/v1/schemas/" + name, service.token(roles), document);
    }

    /** Calls a method of SchemaService in JSON. */
    public Reply rpc(String method, String message, String... roles) {
        return service.postJson(
                "/terrane.schema.v1alpha1.SchemaService/" + method, service.token(roles), message);
    }

    /** Sends any request. */
    public Reply send(String path, String token, UnaryOperator<HttpRequest.Builder> build) {
        return service.send(path, token, build);
    }

    @Override
    public void close() {
        service.close();
    }
}

package dev.terrane.rpc.jetty;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Lets a client that is still writing its body see why it was refused. A server that answers and
 * closes while bytes come in makes TCP reset the connection, and the client loses the answer (RFC
 * 9112, section 9.6). Jetty does that as soon as unread content does not end within a few reads.
 * Here every HTTP/1 request with a body is answered at once, whoever answers and for whatever
 * reason; then the rest of its body is thrown away, up to a bound in bytes and in time, without a
 * thread waiting for it.
 */
final class UnreadBodies implements HttpConfiguration.Customizer {
    private final DiscardProperties limits;

    UnreadBodies(DiscardProperties limits) {
        this.limits = limits;
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        // HTTP/2 refuses one stream and goes on with the others.
        boolean http1 =
                request.getConnectionMetaData().getHttpVersion().getVersion()
                        <= HttpVersion.HTTP_1_1.getVersion();
        boolean body =
                request.getLength() > 0
                        || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
        if (!http1 || !body) {
            return request;
        }
        UnreadBody unread = new UnreadBody(request, limits);
        request.addHttpStreamWrapper(unread::over);
        return unread;
    }
}

package dev.terrane.sdk;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import dev.terrane.proto.schema.v1alpha1.PublishSchemaRequest;
import dev.terrane.proto.schema.v1alpha1.PublishSchemaResponse;
import dev.terrane.proto.schema.v1alpha1.SchemaVersion;
import dev.terrane.proto.session.v1alpha1.BodyState;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.CreateSessionRequest;
import dev.terrane.proto.session.v1alpha1.CreateSessionResponse;
import dev.terrane.proto.session.v1alpha1.ListBodiesRequest;
import dev.terrane.proto.session.v1alpha1.ListBodiesResponse;
import dev.terrane.proto.session.v1alpha1.PauseSessionRequest;
import dev.terrane.proto.session.v1alpha1.PauseSessionResponse;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.proto.session.v1alpha1.ResumeSessionRequest;
import dev.terrane.proto.session.v1alpha1.ResumeSessionResponse;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SessionSpec;
import dev.terrane.proto.session.v1alpha1.SubmitRequest;
import dev.terrane.proto.session.v1alpha1.SubmitResponse;
import dev.terrane.proto.stage.v1alpha1.ApplyChangesRequest;
import dev.terrane.proto.stage.v1alpha1.ApplyChangesResponse;
import dev.terrane.proto.stage.v1alpha1.Change;
import dev.terrane.proto.stage.v1alpha1.CreateStageRequest;
import dev.terrane.proto.stage.v1alpha1.CreateStageResponse;
import dev.terrane.proto.stage.v1alpha1.DeleteStageRequest;
import dev.terrane.proto.stage.v1alpha1.DeleteStageResponse;
import dev.terrane.proto.stage.v1alpha1.EntityEntry;
import dev.terrane.proto.stage.v1alpha1.ListEntitiesRequest;
import dev.terrane.proto.stage.v1alpha1.ListEntitiesResponse;
import dev.terrane.proto.stage.v1alpha1.Stage;
import dev.terrane.proto.stage.v1alpha1.StageSpec;
import dev.terrane.proto.world.v1alpha1.GetImportRequest;
import dev.terrane.proto.world.v1alpha1.GetImportResponse;
import dev.terrane.proto.world.v1alpha1.GetRoomRequest;
import dev.terrane.proto.world.v1alpha1.GetRoomResponse;
import dev.terrane.proto.world.v1alpha1.GetWorldRequest;
import dev.terrane.proto.world.v1alpha1.GetWorldResponse;
import dev.terrane.proto.world.v1alpha1.ImportJob;
import dev.terrane.proto.world.v1alpha1.ImportState;
import dev.terrane.proto.world.v1alpha1.ListObjectsRequest;
import dev.terrane.proto.world.v1alpha1.ListObjectsResponse;
import dev.terrane.proto.world.v1alpha1.ObjectEntry;
import dev.terrane.proto.world.v1alpha1.Room;
import dev.terrane.proto.world.v1alpha1.UpdateRoomRequest;
import dev.terrane.proto.world.v1alpha1.UpdateRoomResponse;
import dev.terrane.proto.world.v1alpha1.UpdateWorldRequest;
import dev.terrane.proto.world.v1alpha1.UpdateWorldResponse;
import dev.terrane.proto.world.v1alpha1.World;
import dev.terrane.rpc.client.RpcClient;
import dev.terrane.rpc.client.TokenSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Calls to the services of one deployment through its gateway, with one token. For all threads;
 * every call blocks its caller, at most 30 s for each request it makes unless it says otherwise.
 * RPC refusals are {@link dev.terrane.rpc.client.RpcException}, REST refusals {@link
 * RestException}, with status 0 when no answer came.
 */
public final class ServiceClient implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration IMPORT_TIMEOUT = Duration.ofMinutes(2);
    private static final int UNPROCESSABLE = 422;
    private static final int CONFLICT = 409;
    private static final int PAGE = 1_000;

    private final URI gateway;
    private final String token;
    private final RpcClient rpc;
    private final HttpClient http;

    /** Calls at this address with this token. */
    public ServiceClient(URI gateway, String token) {
        this.gateway = gateway;
        this.token = token;
        this.rpc = new RpcClient(gateway, TokenSource.fixed(token));
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(TIMEOUT)
                        .build();
    }

    /** Publishes a schema document; the newest version when it has that content already. */
    public SchemaVersion publishSchema(String name, ByteString document) {
        var request = PublishSchemaRequest.newBuilder().setName(name).setDocument(document).build();
        return call(
                        "SchemaService",
                        "PublishSchema",
                        request,
                        PublishSchemaResponse.getDefaultInstance())
                .getSchema();
    }

    /**
     * Imports a map and waits for the job's end; world and room are made when absent. The job as it
     * is then: done.
     *
     * @throws RestException with the problem document when the map is refused; with status 409 when
     *     edits of the room conflict with it: the job then waits for a decision, and is named
     */
    public ImportJob importMap(String world, String room, MapFiles files) {
        ImportJob job = awaitImport(world, getImport(world, startImport(world, room, files)));
        if (job.getState() == ImportState.IMPORT_STATE_DONE) {
            return job;
        }
        if (job.hasProblem()) {
            throw new RestException(UNPROCESSABLE, job.getProblem().getDocument());
        }
        throw new RestException(
                CONFLICT,
                "import %s is %s, with %d conflicts"
                        .formatted(job.getId(), job.getState(), job.getTotals().getConflicts()));
    }

    /**
     * Waits until an import is at rest: waits for a decision, is suspended, or is over.
     *
     * @throws RestException when nothing new is heard of it for ten minutes
     */
    public ImportJob awaitImport(String world, ImportJob begun) {
        try {
            return JobPoll.DEFAULT
                    .await(
                            begun,
                            ServiceClient::isAtRest,
                            job -> getImport(world, job.getId()),
                            _ -> {})
                    .orElseThrow(
                            () ->
                                    new RestException(
                                            0,
                                            "nothing new of import "
                                                    + begun.getId()
                                                    + " for "
                                                    + JobPoll.DEFAULT.silence()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RestException(0, "interrupted");
        }
    }

    private static boolean isAtRest(ImportJob job) {
        return switch (job.getState()) {
            case IMPORT_STATE_PLANNED,
                    IMPORT_STATE_SUSPENDED,
                    IMPORT_STATE_DONE,
                    IMPORT_STATE_FAILED,
                    IMPORT_STATE_CANCELLED ->
                    true;
            default -> false;
        };
    }

    /** The id of the job. */
    private String startImport(String world, String room, MapFiles files) {
        String boundary = "terrane-" + UUID.randomUUID();
        var request =
                HttpRequest.newBuilder(
                                gateway.resolve(
                                        "/api/v1/worlds/" + world + "/imports?room=" + room))
                        .timeout(IMPORT_TIMEOUT)
                        .header("Authorization", "Bearer " + token)
                        .header("Idempotency-Key", boundary)
                        .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(files.toMultipart(boundary)))
                        .build();
        try {
            HttpResponse<String> response =
                    http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() / 100 != 2) {
                throw new RestException(response.statusCode(), response.body());
            }
            String job = response.headers().firstValue("Location").orElse("");
            return job.substring(job.lastIndexOf('/') + 1);
        } catch (IOException e) {
            throw new RestException(0, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RestException(0, "interrupted");
        }
    }

    /** How far an import is. */
    public ImportJob getImport(String world, String id) {
        var request = GetImportRequest.newBuilder().setWorld(world).setId(id).build();
        return call("ImportService", "GetImport", request, GetImportResponse.getDefaultInstance())
                .getJob();
    }

    /** The definition of a room. */
    public Room getRoom(String world, String room) {
        var request = GetRoomRequest.newBuilder().setWorld(world).setRoom(room).build();
        return call("WorldService", "GetRoom", request, GetRoomResponse.getDefaultInstance())
                .getRoom();
    }

    /** The definition of a world. */
    public World getWorld(String world) {
        var request = GetWorldRequest.newBuilder().setWorld(world).build();
        return call("WorldService", "GetWorld", request, GetWorldResponse.getDefaultInstance())
                .getWorld();
    }

    /** Changes a world; what the request leaves out stays. Repeated, it changes nothing more. */
    public UpdateWorldResponse updateWorld(UpdateWorldRequest request) {
        return call(
                "WorldService", "UpdateWorld", request, UpdateWorldResponse.getDefaultInstance());
    }

    /** Changes a room; what the request leaves out stays. Repeated, it changes nothing more. */
    public UpdateRoomResponse updateRoom(UpdateRoomRequest request) {
        return call("WorldService", "UpdateRoom", request, UpdateRoomResponse.getDefaultInstance());
    }

    /**
     * All objects of a room, page by page, in the order of chunk and object id.
     *
     * @param type only these; empty for all
     */
    public List<ObjectEntry> listObjects(String world, String room, String type) {
        var objects = new ArrayList<ObjectEntry>();
        String page = "";
        do {
            var request =
                    ListObjectsRequest.newBuilder()
                            .setWorld(world)
                            .setRoom(room)
                            .setType(type)
                            .setPageSize(PAGE)
                            .setPageToken(page)
                            .build();
            var response =
                    call(
                            "ChunkService",
                            "ListObjects",
                            request,
                            ListObjectsResponse.getDefaultInstance());
            objects.addAll(response.getObjectsList());
            page = response.getNextPageToken();
        } while (!page.isEmpty());
        return objects;
    }

    /** Creates a session, or returns the equal one of that name. */
    public Session createSession(SessionSpec spec) {
        return call(
                        "SessionService",
                        "CreateSession",
                        CreateSessionRequest.newBuilder().setSpec(spec).build(),
                        CreateSessionResponse.getDefaultInstance())
                .getSession();
    }

    /**
     * Sends commands in order; one receipt each, when all of them are durable. A rejected command
     * is a receipt. Sent again with their ids they get their first receipts.
     *
     * @param commands 1..256
     */
    public List<Receipt> submit(Session session, List<Command> commands) {
        var request =
                SubmitRequest.newBuilder()
                        .setName(session.getName())
                        .setGeneration(session.getGeneration())
                        .addAllCommands(commands)
                        .build();
        return call("SessionService", "Submit", request, SubmitResponse.getDefaultInstance())
                .getReceiptsList();
    }

    /**
     * All bodies of a session by id, page by page: each page is as the session was then.
     *
     * @param withoutBoxes leaves out the static boxes, which rooms are made of
     */
    public List<BodyState> listBodies(String session, boolean withoutBoxes) {
        var bodies = new ArrayList<BodyState>();
        String page = "";
        do {
            var request =
                    ListBodiesRequest.newBuilder()
                            .setName(session)
                            .setWithoutBoxes(withoutBoxes)
                            .setPageSize(PAGE)
                            .setPageToken(page)
                            .build();
            var response =
                    call(
                            "SessionService",
                            "ListBodies",
                            request,
                            ListBodiesResponse.getDefaultInstance());
            bodies.addAll(response.getBodiesList());
            page = response.getNextPageToken();
        } while (!page.isEmpty());
        return bodies;
    }

    /** Stops a session's clock. */
    public Session pauseSession(String name) {
        return call(
                        "SessionService",
                        "PauseSession",
                        PauseSessionRequest.newBuilder().setName(name).build(),
                        PauseSessionResponse.getDefaultInstance())
                .getSession();
    }

    /** Lets a session's clock run. */
    public Session resumeSession(String name) {
        return call(
                        "SessionService",
                        "ResumeSession",
                        ResumeSessionRequest.newBuilder().setName(name).build(),
                        ResumeSessionResponse.getDefaultInstance())
                .getSession();
    }

    /** Creates a stage, or returns the equal one of that id. */
    public Stage createStage(StageSpec spec) {
        return call(
                        "StageService",
                        "CreateStage",
                        CreateStageRequest.newBuilder().setSpec(spec).build(),
                        CreateStageResponse.getDefaultInstance())
                .getStage();
    }

    /** Deletes a stage; its peers are closed. */
    public void deleteStage(String id) {
        var request = DeleteStageRequest.newBuilder().setId(id).setRequestId(requestId()).build();
        var _ =
                call(
                        "StageService",
                        "DeleteStage",
                        request,
                        DeleteStageResponse.getDefaultInstance());
    }

    /** Entities of a stage, of one class. */
    public List<EntityEntry> listEntities(String stage, String className) {
        var entities = new ArrayList<EntityEntry>();
        String page = "";
        do {
            var request =
                    ListEntitiesRequest.newBuilder()
                            .setStage(stage)
                            .setClassName(className)
                            .setPageSize(PAGE)
                            .setPageToken(page)
                            .build();
            var response =
                    call(
                            "StageService",
                            "ListEntities",
                            request,
                            ListEntitiesResponse.getDefaultInstance());
            entities.addAll(response.getEntitiesList());
            page = response.getNextPageToken();
        } while (!page.isEmpty());
        return entities;
    }

    /** Changes entities, all or nothing; returns the tick. */
    public long applyChanges(String stage, List<Change> changes) {
        var request =
                ApplyChangesRequest.newBuilder()
                        .setStage(stage)
                        .setRequestId(requestId())
                        .addAllChanges(changes)
                        .build();
        return call(
                        "StageService",
                        "ApplyChanges",
                        request,
                        ApplyChangesResponse.getDefaultInstance())
                .getTick();
    }

    @Override
    public void close() {
        rpc.close();
        http.shutdownNow();
    }

    /** Every request here reads, or carries a key by which a repetition gets the first result. */
    private <R extends Message> R call(String service, String method, Message request, R response) {
        MethodDescriptor descriptor =
                request.getDescriptorForType()
                        .getFile()
                        .findServiceByName(service)
                        .findMethodByName(method);
        return rpc.callIdempotent(descriptor, request, response, TIMEOUT);
    }

    private static String requestId() {
        return UUID.randomUUID().toString();
    }
}

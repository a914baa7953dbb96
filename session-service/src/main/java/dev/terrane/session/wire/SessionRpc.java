package dev.terrane.session.wire;

import dev.terrane.core.session.SessionQuery;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.Defect;
import dev.terrane.core.session.physics.Queries;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.proto.session.v1alpha1.CheckpointSessionRequest;
import dev.terrane.proto.session.v1alpha1.CreateSessionRequest;
import dev.terrane.proto.session.v1alpha1.CreateSessionResponse;
import dev.terrane.proto.session.v1alpha1.ExportSessionRequest;
import dev.terrane.proto.session.v1alpha1.GetSessionRequest;
import dev.terrane.proto.session.v1alpha1.GetSessionResponse;
import dev.terrane.proto.session.v1alpha1.ListBodiesRequest;
import dev.terrane.proto.session.v1alpha1.ListBodiesResponse;
import dev.terrane.proto.session.v1alpha1.ListFactsRequest;
import dev.terrane.proto.session.v1alpha1.ListJournalRequest;
import dev.terrane.proto.session.v1alpha1.ListSessionsRequest;
import dev.terrane.proto.session.v1alpha1.ListSessionsResponse;
import dev.terrane.proto.session.v1alpha1.PauseSessionRequest;
import dev.terrane.proto.session.v1alpha1.PauseSessionResponse;
import dev.terrane.proto.session.v1alpha1.QueryHit;
import dev.terrane.proto.session.v1alpha1.QueryRequest;
import dev.terrane.proto.session.v1alpha1.QueryResponse;
import dev.terrane.proto.session.v1alpha1.ResumeSessionRequest;
import dev.terrane.proto.session.v1alpha1.ResumeSessionResponse;
import dev.terrane.proto.session.v1alpha1.RolloverSessionRequest;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SessionOuterClass;
import dev.terrane.proto.session.v1alpha1.SubmitRequest;
import dev.terrane.proto.session.v1alpha1.SubmitResponse;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Role;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.session.hosting.CommandAnswer;
import dev.terrane.session.hosting.SessionArchive;
import dev.terrane.session.hosting.SessionRegistry;
import dev.terrane.session.hosting.SessionView;
import dev.terrane.session.hosting.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** SessionService of terrane.session.v1alpha1. Called by request threads, which may wait. */
final class SessionRpc {
    private static final int SESSIONS_DEFAULT = 100;
    private static final int SESSIONS_MAX = 1_000;
    private static final int BODIES_DEFAULT = 1_000;
    private static final int BODIES_MAX = 4_096;

    private final SessionRegistry registry;

    private final AdminRpc admin;

    SessionRpc(SessionRegistry registry, SessionArchive archive) {
        this.registry = registry;
        this.admin = new AdminRpc(registry, archive);
    }

    RpcService service() {
        var descriptor = SessionOuterClass.getDescriptor().findServiceByName("SessionService");
        return RpcService.of(descriptor)
                .unary("CreateSession", CreateSessionRequest.getDefaultInstance(), this::create)
                .unary("GetSession", GetSessionRequest.getDefaultInstance(), this::get)
                .unary("ListSessions", ListSessionsRequest.getDefaultInstance(), this::list)
                .unary("Submit", SubmitRequest.getDefaultInstance(), this::submit)
                .unary("ListBodies", ListBodiesRequest.getDefaultInstance(), this::listBodies)
                .unary("Query", QueryRequest.getDefaultInstance(), this::query)
                .unary("PauseSession", PauseSessionRequest.getDefaultInstance(), this::pause)
                .unary("ResumeSession", ResumeSessionRequest.getDefaultInstance(), this::resume)
                .unary(
                        "CheckpointSession",
                        CheckpointSessionRequest.getDefaultInstance(),
                        admin::checkpoint)
                .unary(
                        "RolloverSession",
                        RolloverSessionRequest.getDefaultInstance(),
                        admin::rollover)
                .unary("ExportSession", ExportSessionRequest.getDefaultInstance(), admin::export)
                .unary("ListJournal", ListJournalRequest.getDefaultInstance(), admin::listJournal)
                .unary("ListFacts", ListFactsRequest.getDefaultInstance(), admin::listFacts)
                .build();
    }

    private CreateSessionResponse create(CreateSessionRequest request, RpcContext context) {
        SessionRegistry.Created created = registry.create(Sessions.draft(request.getSpec()));
        return CreateSessionResponse.newBuilder()
                .setSession(withPinned(created.view()))
                .setCreated(created.isNew())
                .build();
    }

    private GetSessionResponse get(GetSessionRequest request, RpcContext context) {
        SessionView view = registry.get(Requests.sessionId("name", request.getName()));
        return GetSessionResponse.newBuilder().setSession(withPinned(view)).build();
    }

    private Session withPinned(SessionView view) {
        return Sessions.session(view, registry.pinned(view));
    }

    private ListSessionsResponse list(ListSessionsRequest request, RpcContext context) {
        int size =
                Requests.size("page_size", request.getPageSize(), SESSIONS_DEFAULT, SESSIONS_MAX);
        String token = request.getPageToken();
        SessionId after = token.isEmpty() ? null : Requests.sessionId("page_token", token);
        List<SessionView> views = registry.list(after, size + 1);
        ListSessionsResponse.Builder response = ListSessionsResponse.newBuilder();
        views.stream()
                .limit(size)
                .forEach(view -> response.addSessions(Sessions.session(view, List.of())));
        if (views.size() > size) {
            response.setNextPageToken(views.get(size - 1).name().value());
        }
        return response.build();
    }

    private SubmitResponse submit(SubmitRequest request, RpcContext context) {
        SessionId name = Requests.sessionId("name", request.getName());
        List<Command> commands = Commands.read(request, context.caller().has(Role.SERVICE));
        Generation generation = commands.getFirst().generation();
        List<CommandAnswer> answers =
                Waits.result(registry.submit(name, generation, commands), remaining(context));
        SubmitResponse.Builder response = SubmitResponse.newBuilder();
        for (int i = 0; i < answers.size(); i++) {
            response.addReceipts(Receipts.receipt(generation, commands.get(i), answers.get(i)));
        }
        return response.build();
    }

    /** Bodies with the revision and step they belong to. */
    private record Page(List<BodyState> bodies, long revision, long stepIndex) {}

    private ListBodiesResponse listBodies(ListBodiesRequest request, RpcContext context) {
        SessionId name = Requests.sessionId("name", request.getName());
        int size = Requests.size("page_size", request.getPageSize(), BODIES_DEFAULT, BODIES_MAX);
        String token = request.getPageToken();
        BodyId after = token.isEmpty() ? null : Requests.bodyId("page_token", token);
        Page page =
                Waits.result(
                        registry.ask(name, session -> page(session, request, after, size + 1)),
                        remaining(context));
        ListBodiesResponse.Builder response =
                ListBodiesResponse.newBuilder()
                        .setRevision(page.revision())
                        .setStepIndex(page.stepIndex());
        page.bodies().stream().limit(size).forEach(body -> response.addBodies(Bodies.state(body)));
        if (page.bodies().size() > size) {
            response.setNextPageToken(page.bodies().get(size - 1).id().value());
        }
        return response.build();
    }

    private static Page page(
            dev.terrane.core.session.Session session,
            ListBodiesRequest request,
            @Nullable BodyId after,
            int limit) {
        List<BodyState> bodies = new ArrayList<>();
        session.forEachBody(
                body -> {
                    boolean wanted =
                            bodies.size() < limit
                                    && (after == null || body.id().compareTo(after) > 0)
                                    && body.id().value().startsWith(request.getIdPrefix())
                                    && !(request.getWithoutBoxes()
                                            && body.shape() instanceof Shape.Box);
                    if (wanted) {
                        bodies.add(body.toState());
                    }
                });
        return new Page(bodies, session.revision(), session.stepIndex());
    }

    private QueryResponse query(QueryRequest request, RpcContext context) {
        SessionId name = Requests.sessionId("name", request.getName());
        Generation generation = Requests.generation("generation", request.getGeneration());
        SessionQuery query = query(request);
        SessionQuery.Answer answer =
                Waits.result(
                        registry.ask(name, generation, session -> SessionQuery.ask(session, query)),
                        remaining(context));
        return switch (answer) {
            case SessionQuery.Answer.Hits(long revision, long step, List<Queries.Hit> hits) -> {
                QueryResponse.Builder response =
                        QueryResponse.newBuilder().setRevision(revision).setStepIndex(step);
                hits.forEach(hit -> response.addHits(hit(hit)));
                yield response.build();
            }
            case SessionQuery.Answer.Refused refused -> throw refusal(name, refused);
        };
    }

    private static SessionQuery query(QueryRequest request) {
        Expected expected =
                Commands.expected(
                        "query", request.hasExpectedRevision(), request.getExpectedRevision());
        List<BodyId> candidates = new ArrayList<>();
        for (int i = 0; i < request.getCandidateBodyIdsCount(); i++) {
            candidates.add(
                    Requests.bodyId(
                            "candidate_body_ids[" + i + "]", request.getCandidateBodyIds(i)));
        }
        return switch (request.getQueryCase()) {
            case OVERLAP ->
                    new SessionQuery.Overlap(
                            expected,
                            Bodies.vector(request.getOverlap().getCenter()),
                            request.getOverlap().getRadius(),
                            candidates);
            case CAST ->
                    new SessionQuery.Cast(
                            expected,
                            Bodies.vector(request.getCast().getOrigin()),
                            Bodies.vector(request.getCast().getDirection()),
                            request.getCast().getDistance(),
                            request.getCast().getRadius(),
                            candidates);
            case QUERY_NOT_SET -> throw Requests.invalid("query", "is missing");
        };
    }

    private static TerraneException refusal(SessionId name, SessionQuery.Answer.Refused refused) {
        Defect defect =
                Objects.requireNonNullElse(refused.defect(), new Defect("query", "is none"));
        return switch (refused.error()) {
            case SESSION_FAULTED ->
                    TerraneException.of(SessionError.SESSION_FAULTED, "session " + name)
                            .toException();
            case SESSION_DISPOSED ->
                    TerraneException.of(SessionError.SESSION_DISPOSED, "session " + name)
                            .toException();
            case INVALID_QUERY -> Requests.invalid(defect.field(), defect.text());
            case STALE_REVISION ->
                    TerraneException.of(
                                    SessionError.STALE_QUERY,
                                    "session " + name + " stands at revision " + refused.revision())
                            .extra("currentRevision", Long.toString(refused.revision()))
                            .toException();
            case UNKNOWN_BODY ->
                    TerraneException.of(CommonError.NOT_FOUND, defect.toString())
                            .field(defect.field())
                            .toException();
        };
    }

    private static QueryHit hit(Queries.Hit hit) {
        return QueryHit.newBuilder()
                .setBodyId(hit.body().value())
                .setPoint(Bodies.vector(hit.point()))
                .setNormal(Bodies.vector(hit.normal()))
                .setDistance(hit.distance())
                .build();
    }

    private PauseSessionResponse pause(PauseSessionRequest request, RpcContext context) {
        return PauseSessionResponse.newBuilder()
                .setSession(setPaused(request.getName(), true, context))
                .build();
    }

    private ResumeSessionResponse resume(ResumeSessionRequest request, RpcContext context) {
        return ResumeSessionResponse.newBuilder()
                .setSession(setPaused(request.getName(), false, context))
                .build();
    }

    private Session setPaused(String name, boolean paused, RpcContext context) {
        SessionId id = Requests.sessionId("name", name);
        return withPinned(Waits.result(registry.setPaused(id, paused), remaining(context)));
    }

    private static Duration remaining(RpcContext context) {
        return context.deadline().remaining();
    }
}

// connect-node against the Java server: binary, JSON, GET, compression, typed error details, deadline.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import http from "node:http";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { ProbeService } from "./gen/terrane/rpctest/v1alpha1/rpctest_pb.js";
import { ErrorInfoSchema, RevisionConflictSchema } from "./gen/terrane/error/v1alpha1/error_pb.js";

const baseUrl = process.env.TERRANE_PROBE_URL;
assert.ok(baseUrl, "TERRANE_PROBE_URL names the server");

function connect(options) {
  return createClient(
    ProbeService,
    createConnectTransport({ baseUrl, httpVersion: "1.1", ...options }),
  );
}

async function refusal(promise) {
  try {
    await promise;
  } catch (error) {
    return ConnectError.from(error);
  }
  return assert.fail("the call was not refused");
}

for (const [name, options, verb] of [
  ["binary", { useBinaryFormat: true }, "POST"],
  ["JSON", { useBinaryFormat: false }, "POST"],
  ["binary by GET", { useBinaryFormat: true, useHttpGet: true }, "GET"],
  ["JSON by GET", { useBinaryFormat: false, useHttpGet: true }, "GET"],
]) {
  describe(name, () => {
    const client = connect(options);

    it("carries text, bytes and 64-bit numbers unchanged", async () => {
      const data = new Uint8Array([0, 255, 38, 61, 37, 43]);
      let headers;
      const answer = await client.echo(
        { text: "grüße & co", data, number: 9007199254740993n },
        { onHeader: (h) => (headers = h) },
      );

      assert.equal(answer.text, "grüße & co");
      assert.deepEqual([...answer.data], [...data]);
      assert.equal(answer.number, 9007199254740993n);
      // Only answers to GET may be kept.
      assert.equal(headers.get("Cache-Control"), verb === "GET" ? "private, no-cache" : null);
    });

    it("reads a compressed answer", async () => {
      const text = "a".repeat(4_000);
      assert.equal((await client.echo({ text })).text, text);
    });

    it("carries headers both ways, binary ones and trailers too", async () => {
      let headers;
      let trailers;
      await client.echo(
        {},
        {
          headers: { "X-Probe": "there", "X-Probe-Bin": "aGk" },
          onHeader: (h) => (headers = h),
          onTrailer: (t) => (trailers = t),
        },
      );
      assert.equal(headers.get("X-Probe"), "there");
      assert.equal(headers.get("X-Probe-Bin"), "aGk");
      assert.equal(trailers.get("X-Probe"), "hi");
    });

    it("reads typed error details", async () => {
      const error = await refusal(client.fail({ code: "STALE_REVISION", currentRevision: 7n }));

      assert.equal(error.code, Code.Aborted);
      assert.equal(error.rawMessage, "refused as asked");
      const [info] = error.findDetails(ErrorInfoSchema);
      assert.equal(info.code, "STALE_REVISION");
      assert.equal(info.pointer, "/a/0");
      assert.equal(info.limit, 3n);
      assert.equal(info.extras.asked, "yes");
      const [conflict] = error.findDetails(RevisionConflictSchema);
      assert.equal(conflict.currentRevision, 7n);
    });

    it("reads every kind of refusal", async () => {
      for (const [code, expected] of [
        ["UNAUTHENTICATED", Code.Unauthenticated],
        ["FORBIDDEN", Code.PermissionDenied],
        ["NOT_FOUND", Code.NotFound],
        ["RESOURCE_EXHAUSTED", Code.ResourceExhausted],
        ["UNAVAILABLE", Code.Unavailable],
        ["IDEMPOTENCY_MISMATCH", Code.AlreadyExists],
        ["INVALID_ARGUMENT", Code.InvalidArgument],
        ["", Code.Internal],
      ]) {
        assert.equal((await refusal(client.fail({ code }))).code, expected, code);
      }
    });

    it("ends a call at its deadline", async () => {
      const begin = performance.now();
      const error = await refusal(client.wait({ millis: 20_000 }, { timeoutMs: 200 }));

      assert.equal(error.code, Code.DeadlineExceeded);
      assert.ok(performance.now() - begin < 10_000);
    });

    it("tells the server the time left", async () => {
      const answer = await client.wait({ millis: 1 }, { timeoutMs: 7_000 });
      assert.ok(answer.remainingMillis > 0n && answer.remainingMillis <= 7_000n);
    });

    it("answers many calls at once", async () => {
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, i) => client.echo({ number: BigInt(i) })),
        );
        answers.forEach((answer, i) => assert.equal(answer.number, BigInt(i)));
      }
    });
  });
}

describe("a client that compresses", () => {
  it("is read", async () => {
    const { compressionGzip } = await import("@connectrpc/connect-node");
    const client = connect({
      useBinaryFormat: true,
      sendCompression: compressionGzip,
      compressMinBytes: 10,
    });
    const text = "b".repeat(10_000);
    assert.equal((await client.echo({ text })).text, text);
  });

  it("learns what is supported when it speaks another compression", async () => {
    const { compressionBrotli } = await import("@connectrpc/connect-node");
    const client = connect({
      useBinaryFormat: true,
      sendCompression: compressionBrotli,
      compressMinBytes: 10,
    });
    const error = await refusal(client.echo({ text: "b".repeat(10_000) }));
    assert.equal(error.code, Code.Unimplemented);
    assert.match(error.rawMessage, /gzip, identity/);
  });
});

describe("a method the server does not have", () => {
  it("is unimplemented", async () => {
    const transport = createConnectTransport({ baseUrl, httpVersion: "1.1" });
    const method = { ...ProbeService.method.echo, name: "Nothing" };
    const error = await refusal(transport.unary(method, undefined, undefined, undefined, {}));
    assert.equal(error.code, Code.Unimplemented);
  });
});

before(() => {
  // Keeps connections open between calls, as a real client does.
  http.globalAgent.keepAlive = true;
});
after(() => http.globalAgent.destroy());

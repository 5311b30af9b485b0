package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.BucketState;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** Pushes that come slower than a server demands which has one ticket. */
class SlowPushTest {

  private static final int BLOB = 24 * 1024 * 1024;

  /** More than the buffers of a connection hold: the server has read of it. */
  private static final int SENT = 16 * 1024 * 1024;

  private static TestingServer server;
  private static TestingSsh ssh;

  @TempDir private Path directory;
  private final Executor threads = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeAll
  static void start() {
    server =
        TestingServer.builder()
            .with("throttle.resource.scm-hosting.strategy", "fixed")
            .with("throttle.resource.scm-hosting.fixed.limit", "1")
            .with("receive.in-process-size", "64KB")
            .with("receive.spool.slower-than", "1TB")
            .with("receive.spool.min-free-disk", "0B")
            .with("housekeeping.enabled", "false")
            .start();
    ssh = TestingSsh.of(server);
  }

  @AfterAll
  static void stop() {
    ssh.close();
    server.close();
  }

  private static BucketState hosting() {
    return server.get(Tickets.class).state(Bucket.SCM_HOSTING);
  }

  @Test
  void holdNoTicketWhileTheyCome() throws Exception {
    Pushing slow = new Pushing(server, directory);
    byte[] request = large();
    AtomicLong sent = new AtomicLong();
    CountDownLatch rest = new CountDownLatch(1);
    CompletableFuture<String> response =
        CompletableFuture.supplyAsync(() -> send(slow, new Halting(request, sent, rest)), threads);
    await().until(() -> sent.get() >= SENT || response.isDone());
    assertThat(hosting().used()).isZero();

    Pushing other = new Pushing(server, directory);
    GitFixture work = other.workTree("other");
    work.commit("file", randomText());
    work.git("push", "--quiet", "origin", "main");
    assertThat(other.bare().git("rev-parse", "main")).isEqualTo(work.git("rev-parse", "main"));

    rest.countDown();
    assertThat(response.get()).contains("unpack ok");
    slow.bare().git("fsck", "--full", "--strict");
    assertThat(hosting().used()).isZero();
    assertThat(slow.left()).isZero();
  }

  @Test
  void areToldOverBothTransportsThatTheyWait() throws Exception {
    Path key = ssh.createKey(server.get(Users.class).findByName(TestingServer.ADMIN).orElseThrow());
    Pushing overHttp = new Pushing(server, directory);
    Repository overSsh = TestingProjects.in(server).repository();
    GitFixture work = overHttp.workTree("work");
    work.commit("file", randomText());
    CompletableFuture<GitFixture.Result> http;
    CompletableFuture<TestingSsh.Result> other;
    try (Ticket _ =
        server
            .get(Tickets.class)
            .acquire(TicketRequest.of(Work.CLONE, TicketRequest.Target.repository(0), "another"))) {
      http = CompletableFuture.supplyAsync(() -> work.run("push", "origin", "main"), threads);
      other =
          CompletableFuture.supplyAsync(
              () -> ssh.git(key, work.directory(), "push", ssh.url(overSsh), "main"), threads);
      await().until(() -> hosting().queued() == 2);
      long begun = System.nanoTime();
      await().until(() -> System.nanoTime() - begun > 4_000_000_000L);
    }
    String waiting = "remote: Waiting for a free slot, ";
    String starting = "remote: A slot is free, starting";
    assertThat(http.get().errors()).contains(waiting, starting);
    assertThat(http.get().exitCode()).isZero();
    assertThat(other.get().err()).contains(waiting, starting);
    assertThat(other.get().status()).isZero();
  }

  private static String randomText() {
    byte[] bytes = new byte[200_000];
    new Random(1).nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] large() {
    byte[] blob = new byte[BLOB];
    new Random(7).nextBytes(blob);
    byte[] tree =
        RawPush.join(
            RawPush.ascii("100644 large\0"),
            java.util.HexFormat.of().parseHex(RawPush.id("blob", blob)));
    byte[] commit = RawPush.commit(RawPush.id("tree", tree));
    return RawPush.request(
        RawPush.NOTHING,
        RawPush.id("commit", commit),
        "refs/heads/main",
        RawPush.pack(
            RawPush.entry(RawPush.COMMIT, new byte[0], commit),
            RawPush.entry(RawPush.TREE, new byte[0], tree),
            RawPush.entry(RawPush.BLOB, new byte[0], blob)));
  }

  private static String send(Pushing to, InputStream body) {
    String credentials = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(server.httpUrl() + "/scm" + to.path() + "/git-receive-pack"))
            .header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(RawPush.ascii(credentials)))
            .header("Content-Type", "application/x-git-receive-pack-request")
            .POST(BodyPublishers.ofInputStream(() -> body))
            .build();
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A body that stops when so much of it was sent, until it may go on. */
  private static final class Halting extends InputStream {

    private final ByteArrayInputStream bytes;
    private final AtomicLong sent;
    private final CountDownLatch rest;

    Halting(byte[] bytes, AtomicLong sent, CountDownLatch rest) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.sent = sent;
      this.rest = rest;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (sent.get() >= SENT) {
        try {
          rest.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      int count = bytes.read(target, offset, length);
      sent.addAndGet(Math.max(0, count));
      return count;
    }
  }
}

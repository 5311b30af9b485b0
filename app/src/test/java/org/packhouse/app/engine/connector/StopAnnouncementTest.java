package org.packhouse.app.engine.connector;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.catalina.connector.Connector;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.cluster.NodeState;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A node that is told to stop, as load balancers and their clients see it. */
class StopAnnouncementTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CLIENTS = 8;
  private static final int STOPS = 20;

  @Test
  void servesNewWorkWhileStatusSaysThatItDrains() throws Exception {
    TestingServer server = TestingServer.builder().with("server.drain-announce", "4s").start();
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Repository repository = TestingProjects.in(server).repository();
      Path key =
          ssh.createKey(server.get(Users.class).findByName(TestingServer.ADMIN).orElseThrow());
      String http = server.cloneUrl(repository, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
      String overSsh = ssh.url(repository);
      // A client keeps the connection that it made before.
      try (Socket kept = new Socket("localhost", server.httpUrl().getPort())) {
        assertThat(exchange(kept, "/status")).startsWith("HTTP/1.1 200").doesNotContain("close");
        Thread stopping = Thread.ofPlatform().start(server::close);
        await().until(() -> server.get(NodeStatus.class).isDraining());
        assertThat(exchange(kept, "/status"))
            .startsWith("HTTP/1.1 503")
            .contains("Connection: close", "{\"state\":\"DRAINING\"}");
        assertThat(ssh.gitOk(key, ssh.directory(), "ls-remote", http)).isEmpty();
        assertThat(ssh.gitOk(key, ssh.directory(), "ls-remote", overSsh)).isEmpty();
        server.get(NodeStatus.class).activate();
        assertThat(server.get(NodeStatus.class).state()).isEqualTo(NodeState.DRAINING);
        assertThat(stopping.join(PATIENCE)).isTrue();
      }
    } finally {
      server.close();
    }
  }

  @Test
  void isSilentWithoutAnotherNodeThatTakesRequests() throws Exception {
    try (TestingServer server = TestingServer.builder().start()) {
      StopAnnouncement announcement = server.get(StopAnnouncement.class);
      NodeReports reports = server.get(NodeReports.class);
      await().until(() -> reports.own().state().is(NodeState.ACTIVE));
      assertThat(announcement.time()).isZero();
      other(server.get(JdbcClient.class), "DRAINING");
      assertThat(announcement.time()).isZero();
      other(server.get(JdbcClient.class), "ACTIVE");
      assertThat(announcement.time()).isEqualTo(StopAnnouncement.FOR_OTHER_NODES);
      server.get(JdbcClient.class).sql("delete from node_session where node_name='other'").update();
    }
  }

  /** As a proxy that tries elsewhere what could not connect, and nothing that has connected. */
  @Test
  void servesEveryoneWhoseConnectionWasMade() throws Exception {
    int[] ports = IntStream.range(0, STOPS).map(_ -> FreePort.next()).toArray();
    TestingServer.Builder builder = TestingServer.builder();
    for (int i = 0; i < STOPS; i++) {
      builder.with("server.additional-connector." + (i + 1) + ".port", Integer.toString(ports[i]));
    }
    try (TestingServer server = builder.start();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
      int reset = 0;
      for (Connector connector : server.get(HttpDrain.class).connectors()) {
        AtomicInteger served = new AtomicInteger();
        Callable<Integer> client = () -> post(connector.getLocalPort(), served);
        List<Future<Integer>> clients =
            IntStream.range(0, CLIENTS).mapToObj(_ -> threads.submit(client)).toList();
        await().until(() -> served.get() > CLIENTS);
        ((HttpProtocol) connector.getProtocolHandler()).stopAccepting();
        for (Future<Integer> each : clients) {
          reset += each.get();
        }
      }
      // What waits in the kernel's queue at that moment is reset by the kernel.
      assertThat(reset).isLessThanOrEqualTo(STOPS);
    }
  }

  /** Posts on a connection each until none can be made; returns how many were reset. */
  private static int post(int port, AtomicInteger served) {
    int reset = 0;
    while (true) {
      try (Socket socket = new Socket("localhost", port)) {
        assertThat(request(socket, "POST", "/rest/api/latest/markup/preview"))
            .startsWith("HTTP/1.1 401");
        served.incrementAndGet();
      } catch (ConnectException e) {
        return reset;
      } catch (IOException e) {
        reset++;
      }
    }
  }

  private static void other(JdbcClient sql, String state) {
    sql.sql("delete from node_session where node_name = 'other'").update();
    sql.sql(
            """
            with session as (
              insert into node_session (id, node_name, address)
              values (gen_random_uuid(), 'other', '')
              returning id)
            insert into node_report
              (session_id, node_name, state, version, host_name, address, http_port, started_at,
               figures)
            select id, 'other', ?, '1', 'other', '127.0.0.1', 1, now(), '{}' from session
            """)
        .param(state)
        .update();
  }

  private static String exchange(Socket socket, String path) throws IOException {
    return request(socket, "GET", path);
  }

  /** Sends a request without a body and reads the answer to its end. */
  private static String request(Socket socket, String method, String path) throws IOException {
    socket
        .getOutputStream()
        .write(
            "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
                .formatted(method, path)
                .getBytes(US_ASCII));
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf("\r\n\r\n") < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        return answer.toString();
      }
      answer.append((char) next);
    }
    String length =
        answer
            .toString()
            .lines()
            .filter(line -> line.startsWith("Content-Length: "))
            .findFirst()
            .orElse("Content-Length: 0")
            .substring(16);
    byte[] body = socket.getInputStream().readNBytes(Integer.parseInt(length));
    return answer.append(new String(body, US_ASCII)).toString();
  }
}

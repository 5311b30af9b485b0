package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.Bombs;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.e2e.harness.Shell;
import tools.jackson.databind.JsonNode;

/**
 * Requests and pushes of enemies: none ends a server that runs with the launcher's own flags, and
 * everybody else is served.
 */
class HostileTest {

  private static final String API = "/rest/api/latest";
  private static final int SERVER_FAILED = 500;

  /** Together more than the heap of a server holds; a few KB in a pack. */
  private static final int LONG_MESSAGES = 400;

  /** The server has ended the connection while the client still sent. */
  private static final int CUT = -1;

  private static PackagedServer server;

  @BeforeAll
  static void start() {
    server = PackagedServer.builder(PackagedServer.newDirectory()).compiledForSpeed().start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void servesOthers() {
    assertThat(server.process().isAlive()).as(server.console()).isTrue();
    assertThat(server.rest().get(API + "/projects").get("values")).isNotNull();
  }

  @Test
  void readsNoBodyOfStrangers() throws IOException {
    Rest stranger = new Rest(server.url());
    byte[] json = objects(5_000_000);

    List<Integer> statuses = atOnce(6, () -> status(stranger, "/users/x/settings", json));

    assertThat(statuses).isSubsetOf(401, CUT);
    assertThat(status(stranger, "/users/x/settings", objects(1))).isEqualTo(401);
  }

  @Test
  void boundsTheJsonOfThoseWhoAreSignedIn() throws IOException {
    String settings = "/users/" + PackagedServer.ADMIN + "/settings";
    byte[] whole = objects(5_000_000);
    assertThat(atOnce(6, () -> status(server.rest(), settings, whole))).isSubsetOf(413, CUT);

    Rest.Response tokens = server.rest().post(API + settings, objects(300_000));
    assertThat(tokens.status()).isEqualTo(400);
    assertThat(tokens.body()).contains("too large");

    byte[] many = objects(49_000);
    assertThat(atOnce(40, () -> status(server.rest(), settings, many))).isSubsetOf(204, 400, 503);
    assertThat(server.rest().send("POST", API + settings, Map.of("a", 1)).status()).isEqualTo(204);
  }

  /** Twice as many as fill the heap by what each connection holds while its first head is read. */
  @Test
  void holdsNoMoreConnectionsThanItHasMemoryFor() throws IOException {
    List<Socket> held = new ArrayList<>();
    try {
      for (int i = 0; i < 6000; i++) {
        held.add(beginning(60 + i % 60));
        if (i % 1000 == 999) {
          servesOthers();
        }
      }
      assertThat(openSockets()).isLessThan(3000);
    } finally {
      for (Socket socket : held) {
        socket.close();
      }
    }
  }

  /** A connection whose first request has begun, from the loopback address with that number. */
  private static Socket beginning(int address) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0." + address), 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.url().getPort()));
    socket.getOutputStream().write("GET / HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static long openSockets() throws IOException {
    Path descriptors = Path.of("/proc/" + server.process().pid() + "/fd");
    try (Stream<Path> all = Files.list(descriptors)) {
      return all.filter(HostileTest::isSocket).count();
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException e) {
      // It was closed meanwhile.
      return false;
    }
  }

  @Test
  void looksAtNoMoreOfABombThanItMay(@TempDir Path directory) throws IOException {
    Shell enemy = new Shell(directory);
    Path work = enemy.repository("bomb");
    Bombs bombs = new Bombs(work);
    String first = bombs.trees(12, 10, "1");
    String second = bombs.trees(12, 10, "2", first);
    String deep = bombs.trees(5000, 1, "1");
    List<String> parents = new ArrayList<>();
    String wide = bombs.trees(2, 300, "1");
    for (int i = 0; i < 60; i++) {
      parents.add(bombs.trees(2, 3, "p" + i));
    }
    String many = bombs.trees(3, 70, "x", parents.toArray(String[]::new));
    String tree = enemy.git(work, "rev-parse", "main^{tree}").strip();
    String message = bombs.commit(tree, "m".repeat(900_000));
    for (int i = 0; i < LONG_MESSAGES; i++) {
      message = bombs.commit(tree, i + "m".repeat(900_000), message);
    }
    Map<String, String> branches =
        Map.of("bomb", second, "deep", deep, "wide", wide, "many", many, "messages", message);
    server.rest().createRepository("HOSTILE", "bomb");
    enemy.git(work, "push", "-q", server.httpUrl("hostile", "bomb"), "main");
    branches.forEach((branch, commit) -> {
      enemy.git(
          work, "push", "-q", server.httpUrl("hostile", "bomb"), commit + ":refs/heads/" + branch);
      for (String url : urls("HOSTILE", "bomb", commit, first)) {
        assertThat(server.rest().send("GET", url, null).status())
            .as(branch + " " + url)
            .isLessThan(SERVER_FAILED);
      }
    });
  }

  /** All that can be read of a commit: every REST operation that GETs, and every page. */
  private List<String> urls(String project, String slug, String commit, String before) {
    String query =
        "?at=%s&until=%s&since=%s&from=%s&to=%s&path=d000&filter=d&start=0&limit=1000&contents=true"
            .formatted(commit, commit, before, commit, before);
    List<String> urls = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path :
        server.rest().get("/rest/openapi.json").get("paths").properties()) {
      if (path.getValue().has("get")
          && path.getKey().matches("/rest/.*/projects/\\{.*?}/repos/\\{.*")) {
        String url =
            path.getKey()
                .replace("{projectKey}", project)
                .replaceFirst("/repos/\\{[^}]*}", "/repos/" + slug)
                .replace("{commitId}", commit)
                .replace("{path}", "d000/d000")
                .replaceAll("\\{[^}]*\\}", "1");
        urls.add(url + query);
      }
    }
    assertThat(urls).hasSizeGreaterThan(30);
    String pages = "/projects/%s/repos/%s".formatted(project, slug);
    for (String page :
        List.of(
            "/browse",
            "/browse/d000",
            "/commits",
            "/commits/" + commit,
            "/commits/" + commit + "/part",
            "/paths/" + commit,
            "/compare/diff",
            "/branches",
            "/tags",
            "/raw/d000",
            "/archive",
            "/settings",
            "/forks")) {
      urls.add(pages + page + query);
    }
    return urls;
  }

  private static int status(Rest client, String path, byte[] json) {
    try {
      return client.post(API + path, json).status();
    } catch (UncheckedIOException e) {
      return CUT;
    }
  }

  /** JSON of so many empty objects. */
  private static byte[] objects(int count) {
    StringBuilder json = new StringBuilder("{\"a\":[{}");
    json.repeat(",{}", count - 1);
    return json.append("]}").toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static <T> List<T> atOnce(int count, Callable<T> call) throws IOException {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> started =
          IntStream.range(0, count)
              .mapToObj(_ -> clients.submit(call))
              .collect(Collectors.toList());
      List<T> results = new ArrayList<>();
      for (Future<T> one : started) {
        results.add(one.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }
}

package org.packhouse.app.engine.git.fetch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingSsh;

/** Requests that real git sends when it clones and fetches, taken down on its way to the server. */
final class RecordedRequests implements AutoCloseable {

  /**
   * One request over HTTP, or all that a client says in a session over SSH.
   *
   * @param stateless whether it is a request over HTTP
   * @param said each byte as a character
   */
  record Recorded(ProtocolVersion protocol, boolean stateless, String said) {

    Recorded(ProtocolVersion protocol, boolean stateless, byte[] bytes) {
      this(protocol, stateless, new String(bytes, StandardCharsets.ISO_8859_1));
    }

    byte[] bytes() {
      return said.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  private final FetchKit kit;
  private final GitFixture source;
  private final Path directory;
  private final TestingSsh ssh;
  private final HttpServer recorder;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Recorded> all = new CopyOnWriteArrayList<>();

  /** Fills the repository of a kit, and records in that directory. */
  RecordedRequests(FetchKit kit, Path directory) throws IOException {
    this.kit = kit;
    this.directory = directory;
    this.source = GitFixture.workTree(directory.resolve("source"));
    this.ssh = TestingSsh.of(kit.server);
    this.recorder =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    recorder.setExecutor(threads);
    recorder.createContext("/", this::pass);
  }

  /** Clones and fetches in the ways that there are. */
  List<Recorded> record() throws IOException {
    source.commit("a", "1");
    source.git("tag", "-a", "-m", "First", "v1");
    source.commit("a", "2");
    source.git("branch", "side");
    source.commit("a", "3");
    kit.fill(source);
    recorder.start();
    String url =
        kit.url()
            .replace(":" + kit.server.httpUrl().getPort(), ":" + recorder.getAddress().getPort());
    Path key = key();
    for (int version : new int[] {0, 2}) {
      String prefix = "http" + version;
      use(key, version, url, prefix);
      Path said = directory.resolve("said" + version);
      Path script = directory.resolve("tee" + version);
      Files.writeString(
          script,
          "#!/bin/sh\ntee -a %s.$$ | %s \"$@\"\n"
              .formatted(said, String.join(" ", ssh.client(key))));
      script.toFile().setExecutable(true);
      use(script, version, ssh.url(kit.repository), "ssh" + version);
      try (var files = Files.newDirectoryStream(directory, said.getFileName() + ".*")) {
        for (Path file : files) {
          all.add(new Recorded(protocol(version), false, Files.readAllBytes(file)));
        }
      }
    }
    return new ArrayList<>(all);
  }

  private void use(Path keyOrScript, int version, String url, String into) {
    git(keyOrScript, version, "clone", "-q", "--single-branch", "-b", "side", url, into);
    git(keyOrScript, version, "-C", into, "fetch", "-q", url, "main");
    git(keyOrScript, version, "clone", "-q", "--depth=1", url, into + "-shallow");
    git(keyOrScript, version, "-C", into + "-shallow", "fetch", "-q", "--deepen=1");
    git(keyOrScript, version, "clone", "-q", "--filter=blob:none", "-n", url, into + "-partial");
    git(keyOrScript, version, "clone", "-q", "--shallow-exclude=side", url, into + "-excluded");
    git(keyOrScript, version, "ls-remote", "-q", url, "refs/heads/*");
  }

  private void git(Path keyOrScript, int version, String... arguments) {
    List<String> line = new ArrayList<>(List.of("-c", "protocol.version=" + version));
    line.addAll(List.of(arguments));
    ProcessBuilder git = ssh.gitProcess(keyOrScript, directory, line.toArray(String[]::new));
    if (Files.isExecutable(keyOrScript)) {
      git.environment().put("GIT_SSH_COMMAND", keyOrScript.toString());
      git.environment().put("GIT_SSH_VARIANT", "ssh");
    }
    TestingSsh.Result result = TestingSsh.run(git);
    if (result.status() != 0) {
      throw new AssertionError(line + ": " + result.err());
    }
  }

  private Path key() {
    TestingPeople people = TestingPeople.of(kit.server);
    User user = people.createUser(TestingPeople.uniqueName("recorded"), "password-of-one");
    people.grant(user, new RepositoryId(kit.repository.id()), Permission.REPO_READ);
    return ssh.createKey(user);
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestMethod().equals("POST")) {
        boolean v2 = exchange.getRequestHeaders().containsKey("Git-Protocol");
        all.add(new Recorded(protocol(v2 ? 2 : 0), true, unzipped(exchange, body)));
      }
      HttpRequest.Builder request =
          HttpRequest.newBuilder(kit.server.httpUrl().resolve(exchange.getRequestURI()))
              .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
      for (String name :
          List.of("Authorization", "Git-Protocol", "Content-Type", "Content-Encoding")) {
        Optional.ofNullable(exchange.getRequestHeaders().getFirst(name))
            .ifPresent(value -> request.header(name, value));
      }
      HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
      for (String name : List.of("Content-Type", "WWW-Authenticate")) {
        response
            .headers()
            .firstValue(name)
            .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
      }
      int length = response.body().length;
      exchange.sendResponseHeaders(response.statusCode(), length == 0 ? -1 : length);
      exchange.getResponseBody().write(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] unzipped(HttpExchange exchange, byte[] body) throws IOException {
    if (!"gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
      return body;
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return in.readAllBytes();
    }
  }

  private static ProtocolVersion protocol(int version) {
    return version == 2 ? ProtocolVersion.V2 : ProtocolVersion.V0;
  }

  @Override
  public void close() {
    recorder.stop(0);
    threads.shutdownNow();
    client.close();
    ssh.close();
  }
}

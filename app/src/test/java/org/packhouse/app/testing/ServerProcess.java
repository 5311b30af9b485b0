package org.packhouse.app.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.PackhouseServer;

/**
 * A server in a process of its own, to be killed, stopped and started again on the same home,
 * database and port.
 */
public final class ServerProcess implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofMinutes(3);

  private final Path home;
  private final int port = FreePort.next();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final List<String> flags = new ArrayList<>();
  private @Nullable Process process;

  private ServerProcess(Path home, String databaseUrl) {
    this.home = home;
    settings.put("packhouse.home", home.toString());
    settings.put("jdbc.url", databaseUrl);
    settings.put("jdbc.user", "postgres");
    settings.put("jdbc.password", "");
    settings.put("server.port", Integer.toString(port));
    settings.put("server.ssh.port", "0");
    settings.put("setup.displayName", "Packhouse to be killed");
    settings.put("setup.sysadmin.username", TestingServer.ADMIN);
    settings.put("setup.sysadmin.password", TestingServer.ADMIN_PASSWORD);
    settings.put("setup.sysadmin.displayName", "Ada Admin");
    settings.put("setup.sysadmin.emailAddress", "admin@example.org");
    flags.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
  }

  /** Describes one; it is not started. */
  public static ServerProcess on(Path home, String databaseUrl) {
    return new ServerProcess(home, databaseUrl);
  }

  /** Sets a setting, as on the command line. */
  public ServerProcess with(String key, String value) {
    settings.put(key, value);
    return this;
  }

  /** Sets a system property of its Java. */
  public ServerProcess withProperty(String key, String value) {
    properties.put(key, value);
    return this;
  }

  /** Gives it the heap that the launcher gives a server, and its end where that is exhausted. */
  public ServerProcess withLauncherFlags() throws IOException {
    String launcher = Files.readString(Path.of("..", "packhouse"));
    Matcher heap = Pattern.compile("^ *heap=(-Xmx\\w+)$", Pattern.MULTILINE).matcher(launcher);
    if (!heap.find() || !launcher.contains("-XX:+ExitOnOutOfMemoryError")) {
      throw new AssertionError("The launcher gives its servers other flags");
    }
    flags.clear();
    flags.addAll(List.of(heap.group(1), "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError"));
    flags.add("-XX:+UseCompactObjectHeaders");
    return this;
  }

  /**
   * Has the clock of its machine be wrong from its next start on, by Debian's package faketime. Its
   * ticks stay right, and its children have the right time.
   *
   * @param ahead by how much; negative: behind
   */
  public ServerProcess withClock(Duration ahead) throws IOException {
    environment.put("LD_PRELOAD", fakeTime().toString());
    environment.put("FAKETIME", "%+d".formatted(ahead.toSeconds()));
    environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    // Else waiting for some time returns at once in Java.
    environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
    return this;
  }

  private static Path fakeTime() throws IOException {
    try (Stream<Path> found =
        Files.find(
            Path.of("/usr/lib"), 3, (path, _) -> path.endsWith("faketime/libfaketime.so.1"))) {
      return found
          .findAny()
          .orElseThrow(() -> new IOException("Debian's package libfaketime is not installed"));
    }
  }

  /** Starts it and waits until it serves. */
  public void start() throws IOException {
    TestingHostKey.putInto(
        Path.of(settings.getOrDefault("packhouse.shared-home", home.resolve("shared").toString())));
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(flags);
    line.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xshare:auto"));
    properties.forEach((key, value) -> line.add("-D" + key + "=" + value));
    line.addAll(
        List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
    line.add(PackhouseServer.class.getName());
    settings.forEach((key, value) -> line.add("--" + key + "=" + value));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    builder.environment().putAll(environment);
    Process started = builder.start();
    process = started;
    Awaitility.await()
        .atMost(START_LIMIT)
        .failFast("The server ended: see its log", () -> !started.isAlive())
        .untilAsserted(() -> {
          if (!status().contains("RUNNING")) {
            throw new AssertionError(status() + "\n" + logged());
          }
        });
  }

  private Path log() {
    return home.resolveSibling(home.getFileName() + ".log");
  }

  /** What it has logged in all its lives. */
  public String logged() throws IOException {
    return Files.readString(log());
  }

  private String status() throws InterruptedException {
    try {
      return send(HttpRequest.newBuilder(URI.create(url() + "/status")).build()).body();
    } catch (IOException e) {
      return String.valueOf(e);
    }
  }

  /** {@code http://localhost:PORT}. */
  public String url() {
    return "http://localhost:" + port;
  }

  /** A URL with the administrator's credentials. */
  public String urlAsAdmin(String path) {
    return url()
            .replace("://", "://" + TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD + "@")
        + path;
  }

  /** Posts JSON to the core's REST as the administrator; what is created is answered. */
  public String create(String path, String json) throws IOException, InterruptedException {
    return post("/rest/api/latest" + path, json);
  }

  /** Lets a key sign the administrator in; it is one line, as in a file of OpenSSH. */
  public void addKey(String publicKey) throws IOException, InterruptedException {
    post("/rest/ssh/latest/keys", "{\"text\": \"" + publicKey + "\"}");
  }

  /** Puts JSON as the administrator; the response is 200. */
  public String put(String path, String json) throws IOException, InterruptedException {
    return send("PUT", path, json, 200);
  }

  private String post(String path, String json) throws IOException, InterruptedException {
    return send("POST", path, json, 201);
  }

  private String send(String method, String path, String json, int expected)
      throws IOException, InterruptedException {
    HttpResponse<String> response = exchange(method, path, json);
    if (response.statusCode() != expected) {
      throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
    }
    return response.body();
  }

  /** Sends JSON as the administrator. */
  public HttpResponse<String> exchange(String method, String path, String json)
      throws IOException, InterruptedException {
    return send(
        asAdmin(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json))
            .build());
  }

  /** Reads what is there as the administrator, however much it is, and returns the status. */
  public int read(String path) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(asAdmin(path).build(), BodyHandlers.discarding()).statusCode();
    }
  }

  private HttpRequest.Builder asAdmin(String path) {
    String credentials = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    String basic = Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    return HttpRequest.newBuilder(URI.create(url() + path))
        .header("Authorization", "Basic " + basic);
  }

  private static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofString());
    }
  }

  /** {@code kill -9}. */
  public void kill() throws InterruptedException {
    Process running = process;
    if (running != null) {
      running.destroyForcibly().waitFor();
    }
  }

  /** {@code kill -TERM}. */
  public void terminate() {
    Process running = process;
    if (running != null) {
      running.destroy();
    }
  }

  /** Whether it runs. */
  public boolean isAlive() {
    Process running = process;
    return running != null && running.isAlive();
  }

  /** {@code kill -STOP} or {@code kill -CONT}. */
  public void signal(String name) throws IOException, InterruptedException {
    Process running = process;
    if (running == null) {
      throw new IllegalStateException("The server does not run");
    }
    signal(running.toHandle(), name);
  }

  /** {@code kill -NAME} of any process. */
  public static void signal(ProcessHandle target, String name)
      throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("kill", "-" + name, Long.toString(target.pid()))
            .inheritIO()
            .start()
            .waitFor();
    if (code != 0) {
      throw new AssertionError("kill -" + name + " exited with " + code);
    }
  }

  /** The programs that it has started and that run now. */
  public List<ProcessHandle> children() {
    Process running = process;
    return running == null ? List.of() : running.descendants().toList();
  }

  @Override
  public void close() throws IOException {
    Process running = process;
    if (running == null || !running.isAlive()) {
      return;
    }
    try {
      signal("CONT");
      running.destroy();
      if (!running.waitFor(20, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      running.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}

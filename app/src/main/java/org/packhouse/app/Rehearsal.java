package org.packhouse.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;

/**
 * Asks a server whose start is recorded, once, what servers are asked first: pushes, clones, a
 * fetch, REST and pages. What they load is in the recording, so that the first push to a server
 * that has just started need not read it from jars. Once, and not more often: a start takes up what
 * the recording says is called often, before anybody asks for it.
 */
final class Rehearsal {

  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int FILES = 12;
  private static final String ADMINISTRATOR = "rehearsal";
  private static final String PROJECT = "REHEARSAL";
  private static final String REPOSITORY = "rehearsal";
  private static final String REST = "/rest/api/1.0/projects/" + PROJECT + "/repos";
  private static final String PAGES = "/projects/" + PROJECT + "/repos/" + REPOSITORY;

  private final String server;
  private final String password;
  private final Path directory;

  private Rehearsal(String server, String password, Path directory) {
    this.server = server;
    this.password = password;
    this.directory = directory;
  }

  /**
   * Asks, and returns when there is an answer, or says in the log why there is none. A server whose
   * administrator is not called as the launcher calls that of a rehearsal is not asked.
   *
   * @param home where a directory for it is made, and removed with it
   */
  static void run(Environment environment, Path home) {
    String name = environment.getProperty("setup.sysadmin.username");
    String password = environment.getProperty("setup.sysadmin.password");
    if (!ADMINISTRATOR.equals(name) || password == null) {
      return;
    }
    String address = InetAddress.getLoopbackAddress().getHostAddress();
    String port = environment.getRequiredProperty("local.server.port");
    String server = "http://%s:%s".formatted(address, port);
    try {
      Path directory = Files.createTempDirectory(home, "rehearsal");
      new Rehearsal(server, password, directory).run();
      LOG.info("The recording of this start has a push in it, and what follows one");
    } catch (IOException e) {
      LOG.warn("The recording of this start has no requests in it", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      post(
          http,
          "/rest/api/1.0/projects",
          "{\"key\":\"%1$s\",\"name\":\"%1$s\"}".formatted(PROJECT));
      post(http, REST, "{\"name\":\"%s\"}".formatted(REPOSITORY));
      git();
      for (String path : List.of("commits", "branches", "tags", "browse", "browse/1", "files")) {
        send(http, request(REST + "/" + REPOSITORY + "/" + path).GET());
      }
      for (String path :
          List.of("/browse", "/browse/1", "/commits", "/branches", "/pull-requests")) {
        send(http, request(PAGES + path).GET());
      }
      send(http, request("/login").GET());
    }
  }

  private void git() throws IOException, InterruptedException {
    Path work = directory.resolve("work");
    Path clone = directory.resolve("clone");
    String url = server + "/scm/" + PROJECT + "/" + REPOSITORY + ".git";
    git("init", "--quiet", "--initial-branch=main", work.toString());
    String there = work.toString();
    for (int i = 0; i < FILES; i++) {
      Files.writeString(work.resolve(Integer.toString(i)), "a line\n".repeat(i + 1));
    }
    git("-C", there, "add", ".");
    git("-C", there, "commit", "--quiet", "--message=First");
    git("-C", there, "push", "--quiet", url, "main");
    git("clone", "--quiet", url, clone.toString());
    Files.writeString(work.resolve("1"), "another line\n");
    git("-C", there, "commit", "--quiet", "--all", "--message=Second");
    git("-C", there, "push", "--quiet", url, "main", "main:other");
    git("-C", clone.toString(), "fetch", "--quiet");
    git("clone", "--quiet", url, clone + "-later");
    git("clone", "--quiet", "--depth=1", url, clone + "-shallow");
  }

  private void git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of("-c", "user.name=Packhouse", "-c", "user.email=packhouse@localhost"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    // Everybody on this machine can read what is on a command line.
    builder.environment().put("GIT_CONFIG_COUNT", "1");
    builder.environment().put("GIT_CONFIG_KEY_0", "http.extraHeader");
    builder.environment().put("GIT_CONFIG_VALUE_0", "Authorization: " + authorization());
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("git " + arguments[0] + " takes longer than " + PATIENCE);
    }
    if (process.exitValue() != 0) {
      throw new IOException("git " + List.of(arguments) + " ended with " + process.exitValue());
    }
  }

  private void post(HttpClient http, String path, String json)
      throws IOException, InterruptedException {
    send(
        http,
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  private static void send(HttpClient http, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpRequest asked = request.build();
    int status = http.send(asked, BodyHandlers.discarding()).statusCode();
    if (status >= 400) {
      throw new IOException(asked.uri() + " answers " + status);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server + path))
        .timeout(PATIENCE)
        .header("Authorization", authorization());
  }

  private String authorization() {
    byte[] both = (ADMINISTRATOR + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }
}

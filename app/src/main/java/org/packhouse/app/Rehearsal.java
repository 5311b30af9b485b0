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
import java.util.Base64;
import java.util.List;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;

/**
 * Sends a recorded start the first requests of a server: pushes, clones, a fetch, REST and pages,
 * so that the recording holds their classes. Each once: a start compiles at once what the recording
 * says is called often.
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

  private static final String BRANCHES = "+refs/heads/*:refs/heads/*";

  private final GitProcesses git;
  private final Tickets tickets;
  private final String server;
  private final String password;
  private final Path directory;

  private Rehearsal(
      GitProcesses git, Tickets tickets, String server, String password, Path directory) {
    this.git = git;
    this.tickets = tickets;
    this.server = server;
    this.password = password;
    this.directory = directory;
  }

  /**
   * Returns when there is an answer, or logs why there is none. Does nothing unless the
   * administrator is named as the launcher names a rehearsal's.
   */
  static void run(Environment environment, Path home, GitProcesses git, Tickets tickets) {
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
      new Rehearsal(git, tickets, server, password, directory).run();
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
      post(http, REST, "{\"name\":\"%s\",\"public\":true}".formatted(REPOSITORY));
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

  private void git() throws IOException {
    String url = server + "/scm/" + PROJECT + "/" + REPOSITORY + ".git";
    try (Ticket ticket =
        tickets.acquire(
            TicketRequest.of(Work.IMPORT, Target.repository(0), TicketRequest.SERVER))) {
      Path work = repository(ticket, "work");
      try (GitProcess commits = git.start(ticket, GitCommand.in(work, "fast-import", "--quiet"))) {
        commits.send(history().getBytes(StandardCharsets.UTF_8));
        commits.succeed();
      }
      git(ticket, work, "push", "--quiet", url, "first:refs/heads/main");
      Path clone = repository(ticket, "clone");
      git(ticket, clone, "fetch", "--quiet", url, BRANCHES);
      git(ticket, work, "push", "--quiet", url, "second:refs/heads/main", "second");
      git(ticket, clone, "fetch", "--quiet", url, BRANCHES);
      git(ticket, repository(ticket, "later"), "fetch", "--quiet", url, BRANCHES);
      git(ticket, repository(ticket, "shallow"), "fetch", "--quiet", "--depth=1", url, "main");
    }
  }

  /** Two commits of some files for {@code git fast-import}. */
  private static String history() {
    StringBuilder stream = new StringBuilder();
    for (String branch : List.of("first", "second")) {
      stream.append("commit refs/heads/").append(branch).append('\n');
      stream.append("committer Packhouse <packhouse@localhost> 0 +0000\n");
      stream.append(data(branch));
      stream.append(branch.equals("second") ? "from refs/heads/first\n" : "");
      for (int i = 0; i < FILES; i++) {
        stream.append("M 100644 inline ").append(i).append('\n');
        stream.append(data((branch + "\n").repeat(i + 1)));
      }
    }
    return stream.toString();
  }

  private static String data(String text) {
    return "data " + text.length() + "\n" + text + "\n";
  }

  private Path repository(Ticket ticket, String called) throws IOException {
    Path path = Files.createDirectory(directory.resolve(called));
    git(ticket, path, "init", "--bare", "--quiet");
    return path;
  }

  private void git(Ticket ticket, Path repository, String... arguments) throws IOException {
    git.run(
        ticket,
        GitCommand.in(repository, arguments)
            // Everybody on this machine can read what is on a command line.
            .environment("GIT_CONFIG_COUNT", "1")
            .environment("GIT_CONFIG_KEY_0", "http.extraHeader")
            .environment("GIT_CONFIG_VALUE_0", "Authorization: " + authorization())
            .limits(PATIENCE, PATIENCE));
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
    // Elsewhere means the page to sign in, which takes no password of a header.
    if (status >= 300) {
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

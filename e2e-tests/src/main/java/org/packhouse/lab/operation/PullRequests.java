package org.packhouse.lab.operation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.packhouse.lab.data.GitCommand;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.git.GitConnection;
import org.packhouse.lab.git.HttpConnector;
import org.packhouse.lab.git.HttpConnector.Who;
import org.packhouse.lab.git.PushDialog;
import org.packhouse.lab.git.Service;
import org.packhouse.lab.wire.HttpReply;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.Traffic;
import org.packhouse.lab.wire.VerificationException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Requests of a client about pull requests from branches of one commit into the default branch. */
final class PullRequests implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LINES = 100;
  private static final int MAX_RESPONSE = 16 << 20;

  private final long run = new SecureRandom().nextLong();
  private final AtomicLong commits = new AtomicLong();
  private final Ways ways;
  private final Repositories repositories;
  private final Map<Path, Target> targets;
  private final Clock clock;

  PullRequests(Ways ways, Repositories repositories, Clock clock) throws IOException {
    this.ways = ways;
    this.repositories = repositories;
    this.targets = repositories.each(Target::of);
    this.clock = clock;
  }

  /** The branch that all are merged into. */
  private record Target(Base base, String branch) {

    static Target of(Path repository) throws IOException {
      String branch = GitCommand.in(repository, "symbolic-ref", "HEAD").succeed().text().strip();
      return new Target(Base.of(repository), branch);
    }
  }

  /**
   * A request to REST.
   *
   * @param path below the repository's pull requests
   */
  record Request(Who who, String method, String path, Map<String, ?> body) {}

  /** A pull request as it was opened. */
  record Opened(long number, long version, Traffic traffic) {}

  /** One of the repositories. */
  TestRepository draw(Turn turn) {
    return repositories.draw(turn);
  }

  /** Pushes a new branch with one commit; the ref's name. */
  String push(TestRepository repository, Turn turn) throws IOException {
    long unique = run + commits.incrementAndGet();
    String ref = "refs/heads/lab/change/%016x".formatted(unique);
    Base base = target(repository).base();
    try (GitConnection connection = ways.git(Service.RECEIVE_PACK, repository.name(), turn);
        NewCommit commit = NewCommit.ofLines(base, base.tip(), LINES, unique, clock.instant())) {
      PushDialog dialog = new PushDialog(connection);
      String refused = dialog.push(commit.after(dialog.command(ref, PushDialog.NONE, commit.id())));
      if (!refused.isEmpty()) {
        throw new OperationFailedException("ng", "The server says: " + refused);
      }
    }
    return ref;
  }

  /** Opens a pull request of that branch. */
  Opened open(TestRepository repository, String branch, Turn turn) throws IOException {
    JsonNode[] read = new JsonNode[1];
    Map<String, ?> body =
        Map.of(
            "title",
            "Merge " + branch,
            "description",
            "A change of **one file**, made by the lab.",
            "fromRef",
            Map.of("id", branch),
            "toRef",
            Map.of("id", target(repository).branch()));
    Traffic traffic =
        send(
            repository,
            new Request(Who.CLIENT, "POST", "", body),
            turn,
            response -> read[0] = json(response));
    JsonNode opened = Objects.requireNonNull(read[0]);
    if (!opened.path("id").isIntegralNumber()) {
      throw new VerificationException("The response to a new pull request has no id: " + opened);
    }
    return new Opened(opened.path("id").asLong(), opened.path("version").asLong(), traffic);
  }

  /** Pushes a branch and opens a pull request of it. */
  Opened make(TestRepository repository, Turn turn) throws IOException {
    return open(repository, push(repository, turn), turn);
  }

  /** Merges by the default strategy. */
  Traffic merge(TestRepository repository, Opened opened, Turn turn) throws IOException {
    String path = "/%d/merge?version=%d".formatted(opened.number(), opened.version());
    return send(
        repository,
        new Request(Who.CLIENT, "POST", path, Map.of("message", "Merged by the lab")),
        turn,
        response -> {
          String state = json(response).path("state").asString("");
          if (!state.equals("MERGED")) {
            throw new VerificationException("A merged pull request has the state " + state);
          }
        });
  }

  /** Comments on the whole. */
  Traffic comment(TestRepository repository, long number, Turn turn) throws IOException {
    Map<String, ?> body = Map.of("text", "Seen; *one* remark of the lab, turn " + turn.number());
    return send(
        repository, new Request(Who.CLIENT, "POST", "/%d/comments".formatted(number), body), turn);
  }

  /** Sends a request whose response is JSON that nobody needs. */
  Traffic send(TestRepository repository, Request request, Turn turn) throws IOException {
    return send(repository, request, turn, PullRequests::json);
  }

  private Traffic send(
      TestRepository repository, Request request, Turn turn, HttpConnector.Reader reader)
      throws IOException {
    HttpConnector connector = ways.http(turn);
    String path = request.path().replace("{reviewer}", connector.name(Who.REVIEWER));
    return connector.send(
        request.who(),
        request.method(),
        connector.place().rest("pull-requests" + path, repository.name()),
        JSON.writeValueAsString(request.body()).getBytes(StandardCharsets.UTF_8),
        ways.link(turn),
        reader);
  }

  /** A page of a pull request, as somebody sees it who is signed in. */
  Traffic look(TestRepository repository, long number, String page, Turn turn) throws IOException {
    return Gets.page("pull-requests/" + number + page, ways::link)
        .get(ways.http(turn), repository, turn);
  }

  private Target target(TestRepository repository) {
    return Objects.requireNonNull(targets.get(repository.directory()));
  }

  private static JsonNode json(HttpReply response) throws IOException {
    byte[] bytes = response.bytes(MAX_RESPONSE);
    try {
      return JSON.readTree(bytes);
    } catch (JacksonException e) {
      throw new VerificationException("The response is no JSON: " + e.getOriginalMessage());
    }
  }

  @Override
  public void close() {
    ways.close();
  }
}

package org.packhouse.lab.operation;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.git.HttpConnector.Who;
import org.packhouse.lab.wire.Traffic;

/**
 * One step in the life of a pull request. What the step needs before it, a pushed branch or an open
 * pull request, is made first and counts to no response time, but to what the server spends.
 */
final class PullRequestOperation implements Operation {

  /** How often a worker comes back to the same pull request before it takes another one. */
  private static final int TURNS = 20;

  /** Comments that a pull request has when people look at it. */
  private static final int COMMENTS = 5;

  private final String name;
  private final Step step;
  private final PullRequests pullRequests;
  private final Map<Integer, Subject> subjects = new ConcurrentHashMap<>();

  PullRequestOperation(String name, Step step, PullRequests pullRequests) {
    this.name = name;
    this.step = step;
    this.pullRequests = pullRequests;
  }

  /** The steps that are measured. */
  enum Step {
    CREATE,
    VIEW,
    DIFF,
    COMMENT,
    APPROVE,
    MERGE;

    private static final String PREFIX = "pull-request-";

    /** The step of an operation's name. */
    static Step of(String operation) {
      return valueOf(operation.substring(PREFIX.length()).toUpperCase(Locale.ROOT));
    }
  }

  /** The pull request that a worker is at. */
  private record Subject(TestRepository repository, long number, long since) {}

  @Override
  public String name() {
    return name;
  }

  @Override
  public Done perform(Turn turn) throws IOException {
    return switch (step) {
      case CREATE -> create(turn);
      case MERGE -> merge(turn);
      case VIEW -> look("/overview", turn);
      case DIFF -> look("/diff", turn);
      case COMMENT -> comment(turn);
      case APPROVE -> approve(turn);
    };
  }

  private Done create(Turn turn) throws IOException {
    TestRepository repository = pullRequests.draw(turn);
    long begun = System.nanoTime();
    String branch = pullRequests.push(repository, turn);
    long own = System.nanoTime() - begun;
    return done(pullRequests.open(repository, branch, turn).traffic(), own);
  }

  private Done merge(Turn turn) throws IOException {
    TestRepository repository = pullRequests.draw(turn);
    long begun = System.nanoTime();
    PullRequests.Opened opened = pullRequests.make(repository, turn);
    long own = System.nanoTime() - begun;
    return done(pullRequests.merge(repository, opened, turn), own);
  }

  private Done look(String page, Turn turn) throws IOException {
    long begun = System.nanoTime();
    Subject subject = subject(turn, COMMENTS);
    long own = System.nanoTime() - begun;
    return done(pullRequests.look(subject.repository(), subject.number(), page, turn), own);
  }

  private Done comment(Turn turn) throws IOException {
    long begun = System.nanoTime();
    Subject subject = subject(turn, 0);
    long own = System.nanoTime() - begun;
    return done(pullRequests.comment(subject.repository(), subject.number(), turn), own);
  }

  /** Approves, and takes it back the next time. */
  private Done approve(Turn turn) throws IOException {
    long begun = System.nanoTime();
    Subject subject = subject(turn, 0);
    long own = System.nanoTime() - begun;
    String status = (turn.number() - subject.since()) % 2 == 0 ? "APPROVED" : "UNAPPROVED";
    Traffic traffic =
        pullRequests.send(
            subject.repository(),
            new PullRequests.Request(
                Who.REVIEWER,
                "PUT",
                "/%d/participants/{reviewer}".formatted(subject.number()),
                Map.of("status", status)),
            turn);
    return done(traffic, own);
  }

  private Subject subject(Turn turn, int comments) throws IOException {
    Subject now = subjects.get(turn.worker());
    if (now != null && turn.number() - now.since() < TURNS) {
      return now;
    }
    TestRepository repository = pullRequests.draw(turn);
    long number = pullRequests.make(repository, turn).number();
    for (int i = 0; i < comments; i++) {
      pullRequests.comment(repository, number, turn);
    }
    Subject next = new Subject(repository, number, turn.number());
    subjects.put(turn.worker(), next);
    return next;
  }

  private static Done done(Traffic traffic, long ownNanos) {
    return new Done(traffic.read(), traffic.written(), ownNanos);
  }

  @Override
  public void close() {
    pullRequests.close();
  }
}

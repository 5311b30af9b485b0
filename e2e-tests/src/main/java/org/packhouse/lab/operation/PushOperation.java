package org.packhouse.lab.operation;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.git.GitConnection;
import org.packhouse.lab.git.PushDialog;
import org.packhouse.lab.git.Service;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.VerificationException;

/**
 * A push of one new commit. Each worker pushes to a branch of its own, and every eighth time to a
 * new one; if the plan names a branch, all push to that, and who comes too late pushes again on top
 * of what came first.
 */
final class PushOperation implements Operation {

  private static final int NEW_BRANCH = 8;
  private static final int MAX_RETRIES = 20;

  private final long run = new SecureRandom().nextLong();
  private final AtomicLong numbers = new AtomicLong();
  private final String name;
  private final @Nullable String shared;
  private final Ways ways;
  private final Repositories repositories;
  private final Map<Path, Base> bases;
  private final Commits commits;

  /**
   * Makes one.
   *
   * @param shared the branch that all push to; null if each has its own
   */
  PushOperation(
      String name, @Nullable String shared, Ways ways, Repositories repositories, Commits commits)
      throws IOException {
    this.name = name;
    this.shared = shared;
    this.ways = ways;
    this.repositories = repositories;
    this.bases = repositories.each(Base::of);
    this.commits = commits;
  }

  /**
   * The commits that are pushed.
   *
   * @param bytes of new content
   * @param scratch where a pack is kept that is large
   */
  record Commits(long bytes, Clock clock, Path scratch) {

    NewCommit on(Base base, String parent, long unique) throws IOException {
      return NewCommit.make(base, parent, bytes, unique, clock.instant(), scratch);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Done perform(Turn turn) throws IOException {
    TestRepository repository = repositories.draw(turn);
    String ref = "refs/heads/" + branch(turn);
    Count count = new Count();
    while (!pushed(repository, ref, turn, count)) {
      count.retries++;
    }
    return new Done(count.read, count.written, count.ownNanos, count.retries);
  }

  private static final class Count {
    private long read;
    private long written;
    private long ownNanos;
    private int retries;
    private String lost = "";

    private void add(GitConnection connection) {
      read += connection.traffic().read();
      written += connection.traffic().written();
    }
  }

  private String branch(Turn turn) {
    if (shared != null) {
      return shared;
    }
    return turn.number() % NEW_BRANCH == NEW_BRANCH - 1
        ? "lab/new/%016x-%d".formatted(run, numbers.incrementAndGet())
        : "lab/worker-" + turn.worker();
  }

  private boolean pushed(TestRepository repository, String ref, Turn turn, Count count)
      throws IOException {
    try (GitConnection connection = ways.git(Service.RECEIVE_PACK, repository.name(), turn)) {
      PushDialog dialog = new PushDialog(connection);
      String from = dialog.refs().id(ref).orElse(PushDialog.NONE);
      Base base = base(repository);
      String parent = from.equals(PushDialog.NONE) ? base.tip() : from;
      long begun = System.nanoTime();
      try (NewCommit commit = commit(base, parent)) {
        count.ownNanos += System.nanoTime() - begun;
        String refused = dialog.push(commit.after(dialog.command(ref, from, commit.id())));
        count.add(connection);
        if (refused.isEmpty() && turn.sampled() && shared == null) {
          check(repository, ref, commit.id(), turn, count);
        }
        return refused.isEmpty() || !lost(refused, from, count);
      }
    }
  }

  /** Whether somebody else was first; a refusal for another reason fails. */
  private static boolean lost(String refused, String from, Count count)
      throws OperationFailedException {
    if (from.equals(count.lost) || count.retries == MAX_RETRIES) {
      throw new OperationFailedException("ng", "The server says: " + refused);
    }
    count.lost = from;
    return true;
  }

  /** One whose content no other has: turns are numbered anew in each stage. */
  private NewCommit commit(Base base, String parent) throws IOException {
    return commits.on(base, parent, run + numbers.incrementAndGet());
  }

  private Base base(TestRepository repository) {
    Base base = bases.get(repository.directory());
    if (base == null) {
      throw new IllegalStateException("No base of " + repository);
    }
    return base;
  }

  /** Whether the server now tells what was pushed. */
  private void check(TestRepository repository, String ref, String id, Turn turn, Count count)
      throws IOException {
    long begun = System.nanoTime();
    try (GitConnection connection = ways.git(Service.RECEIVE_PACK, repository.name(), turn)) {
      PushDialog dialog = new PushDialog(connection);
      String told = dialog.refs().id(ref).orElse("nothing");
      dialog.leave();
      if (!told.equals(id)) {
        throw new VerificationException(
            "The server tells %s for %s, to which it let %s be pushed".formatted(told, ref, id));
      }
    }
    count.ownNanos += System.nanoTime() - begun;
  }

  @Override
  public void close() {
    ways.close();
  }
}

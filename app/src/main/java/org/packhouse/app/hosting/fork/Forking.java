package org.packhouse.app.hosting.fork;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryCreation;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.hooks.Actor;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

/** Creates forks; asks no permission. */
@Service
public class Forking {

  private static final String HEADS = "refs/heads/";

  private final RepositoryCreation creation;
  private final ForkFilling filling;
  private final Refs refs;
  private final ApplicationEventPublisher events;

  Forking(
      RepositoryCreation creation,
      ForkFilling filling,
      Refs refs,
      ApplicationEventPublisher events) {
    this.events = events;
    this.creation = creation;
    this.filling = filling;
    this.refs = refs;
  }

  /** A new fork; null: as the origin. Its default branch is one of the origin's, by either name. */
  public record NewFork(
      @Nullable String name, @Nullable String description, @Nullable String defaultBranch) {}

  /**
   * Forks a repository with its present branches, tags and other advertised refs.
   *
   * @param administrator is granted {@code REPO_ADMIN} on the fork; null: nobody is
   * @throws RefusedException if the origin may not be forked or is not available
   * @throws IOException if the disk fails; the fork can be deleted then
   */
  public Repository fork(
      Repository origin, Project into, NewFork wanted, Caller caller, @Nullable User administrator)
      throws IOException {
    requireForkable(origin);
    RefSnapshot snapshot = refs.snapshot(origin.id());
    NewRepository described =
        new NewRepository(
            wanted.name() == null ? origin.name() : wanted.name(),
            wanted.description() == null ? origin.description() : wanted.description(),
            head(snapshot, wanted.defaultBranch()),
            origin.isPublic(),
            true);
    Repository fork = creation.begin(into, described, origin, administrator);
    User user = caller.user();
    Actor actor = new Actor(user == null ? null : user.id(), caller.name());
    Repository filled = filling.fill(fork, origin.id(), actor);
    events.publishEvent(new RepositoryForked(origin, filled));
    return filled;
  }

  private static void requireForkable(Repository origin) {
    if (!origin.forkable()) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "Repository %s may not be forked: its settings say so.".formatted(origin.path()));
    }
    if (origin.state() != RepositoryState.AVAILABLE) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "Repository %s cannot be forked: it is not available.".formatted(origin.path()));
    }
  }

  private static String head(RefSnapshot snapshot, @Nullable String wanted) {
    if (wanted == null || wanted.isEmpty()) {
      return snapshot.headTarget();
    }
    String full = wanted.startsWith(HEADS) ? wanted : HEADS + wanted;
    boolean hasBranches = snapshot.refs().stream().anyMatch(ref -> ref.name().startsWith(HEADS));
    if (hasBranches && snapshot.find(full).isEmpty()) {
      throw new InvalidFieldException(
          "defaultBranch",
          "The default branch of a fork must be a branch of its origin, which %s is not."
              .formatted(InvalidFieldException.quote(wanted)));
    }
    return full;
  }
}

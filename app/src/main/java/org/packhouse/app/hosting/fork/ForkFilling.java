package org.packhouse.app.hosting.fork;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryCreation;
import org.packhouse.app.hosting.repository.RepositoryFilling;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Fills a fork whose row exists. Each step may be repeated after the death of a node. */
@Component
class ForkFilling implements RepositoryFilling {

  private static final Logger LOG = LoggerFactory.getLogger(ForkFilling.class);
  private static final Actor SERVER = new Actor(null, "packhouse");

  private final ForkNetwork network;
  private final PoolRows rows;
  private final RepositoryDirectories directories;
  private final RepositoryCreation creation;
  private final Refs refs;
  private final RefUpdates updates;

  ForkFilling(
      ForkNetwork network,
      PoolRows rows,
      RepositoryDirectories directories,
      RepositoryCreation creation,
      Refs refs,
      RefUpdates updates) {
    this.network = network;
    this.rows = rows;
    this.directories = directories;
    this.creation = creation;
    this.refs = refs;
    this.updates = updates;
  }

  Repository fill(Repository fork, long originId, Actor actor) throws IOException {
    boolean filled = false;
    try (RepositoryCreation.Work _ = creation.startWork(fork.id())) {
      long pool =
          rows.enter(originId, fork.id())
              .orElseThrow(() -> new IOException("The origin of " + fork.path() + " is gone"));
      // The snapshot is taken first: all objects that it reaches are in packs then.
      RefSnapshot snapshot = refs.snapshot(originId);
      network.found(originId, pool);
      directories.create(fork.id(), head(fork, snapshot));
      network.join(fork.id(), pool);
      takeRefs(fork, snapshot, actor);
      filled = true;
    } finally {
      if (!filled) {
        creation.become(fork, RepositoryState.INITIALISATION_FAILED);
      }
    }
    return creation.become(fork, RepositoryState.AVAILABLE);
  }

  private static String head(Repository fork, RefSnapshot snapshot) {
    String named = fork.defaultBranch();
    return named == null ? snapshot.headTarget().substring("refs/heads/".length()) : named;
  }

  private void takeRefs(Repository fork, RefSnapshot origin, Actor actor) throws IOException {
    List<RefChange> missing = missing(fork, origin);
    if (missing.isEmpty()) {
      return;
    }
    requireObjects(fork, missing);
    updates.apply(
        RefUpdates.Update.each(RefRequest.of(fork.id(), actor, RefCause.FORK, missing)), null);
    // Another node may have moved the refs, having taken this one for dead.
    List<RefChange> left = missing(fork, origin);
    if (!left.isEmpty()) {
      throw new IOException(
          "%d refs of %s could not be made, among them %s"
              .formatted(left.size(), fork.path(), left.getFirst().refName()));
    }
  }

  private List<RefChange> missing(Repository fork, RefSnapshot origin) throws IOException {
    RefSnapshot present = refs.snapshot(fork.id());
    List<RefChange> missing = new ArrayList<>();
    for (RefSnapshot.Entry ref : origin.refs()) {
      if (present.find(ref.name()).isEmpty()) {
        missing.add(new RefChange(ref.name(), ObjectId.zeroId(), ref.id()));
      }
    }
    return missing;
  }

  private void requireObjects(Repository fork, List<RefChange> changes) throws IOException {
    try (org.eclipse.jgit.lib.Repository git = directories.open(fork.id())) {
      ObjectDatabase objects = git.getObjectDatabase();
      for (RefChange change : changes) {
        if (!objects.has(change.newId())) {
          throw new IOException(
              "The pool of %s lacks %s of %s"
                  .formatted(fork.path(), change.newId().name(), change.refName()));
        }
      }
    }
  }

  @Override
  public boolean resume(Repository repository) {
    Optional<Long> origin = Optional.ofNullable(repository.originId());
    if (origin.isEmpty()) {
      return false;
    }
    try {
      fill(repository, origin.get(), SERVER);
      LOG.info("Finished the fork {}, which a dead node had begun", repository.path());
    } catch (IOException e) {
      LOG.error("Cannot finish forking {}; it can be deleted", repository.path(), e);
    }
    return true;
  }
}

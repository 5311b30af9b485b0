package org.packhouse.app.source.sync;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.fork.ForkNetwork;
import org.packhouse.app.hosting.fork.PoolRows;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.RefNames;
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

/**
 * Synchronizes a fork's branches and tags where nothing of the fork is lost: branches are only
 * fast-forwarded, tags only moved or deleted if they equal the origin's former value, and refs that
 * the fork has deleted stay deleted.
 */
@Component
class Synchronization {

  static final Actor SERVER = new Actor(null, "packhouse");
  private static final Logger LOG = LoggerFactory.getLogger(Synchronization.class);

  private final ForkNetwork network;
  private final PoolRows pools;
  private final SyncRows rows;
  private final Refs refs;
  private final RefUpdates updates;
  private final RepositoryDirectories directories;
  private final RefComparison comparison;

  Synchronization(
      ForkNetwork network,
      PoolRows pools,
      SyncRows rows,
      Refs refs,
      RefUpdates updates,
      RepositoryDirectories directories,
      RefComparison comparison) {
    this.network = network;
    this.pools = pools;
    this.rows = rows;
    this.refs = refs;
    this.updates = updates;
    this.directories = directories;
    this.comparison = comparison;
  }

  /** Applies ref updates of the origin; they may be repeated or late. */
  void follow(Repository fork, Repository origin, List<RefChange> changes) throws IOException {
    RefSnapshot upstream = refs.snapshot(origin.id());
    lend(fork, origin);
    RefSnapshot own = refs.snapshot(fork.id());
    Set<String> orphans = rows.orphans(fork.id());
    Set<String> left = new HashSet<>(orphans);
    List<RefChange> moves = new ArrayList<>();
    try (org.eclipse.jgit.lib.Repository git = directories.open(fork.id())) {
      for (RefChange change : changes) {
        if (isBranchOrTag(change.refName())) {
          RefChange move = decide(git, own, upstream, change, left);
          if (move != null) {
            moves.add(move);
          }
        }
      }
    }
    if (!left.equals(orphans)) {
      rows.setOrphans(fork.id(), left);
    }
    if (!moves.isEmpty()) {
      move(fork, moves);
    }
    rows.synced(fork.id());
  }

  void followAll(Repository fork, Repository origin) throws IOException {
    List<RefChange> all =
        refs.snapshot(origin.id()).refs().stream()
            .map(ref -> new RefChange(ref.name(), ObjectId.zeroId(), ref.id()))
            .toList();
    follow(fork, origin, all);
  }

  private @Nullable RefChange decide(
      org.eclipse.jgit.lib.Repository git,
      RefSnapshot own,
      RefSnapshot upstream,
      RefChange change,
      Set<String> orphans)
      throws IOException {
    String name = change.refName();
    ObjectId mine = id(own, name);
    ObjectId theirs = id(upstream, name);
    orphans.remove(name);
    if (mine == null) {
      return theirs != null && change.kind() == RefChange.Kind.ADD
          ? new RefChange(name, ObjectId.zeroId(), theirs)
          : null;
    }
    if (theirs == null) {
      if (mine.equals(change.oldId()) && !name.equals(own.headTarget())) {
        return new RefChange(name, mine, ObjectId.zeroId());
      }
      orphans.add(name);
      return null;
    }
    boolean moves =
        !mine.equals(theirs)
            && (name.startsWith(RefNames.TAGS)
                ? mine.equals(change.oldId())
                : comparison.compare(git, mine, theirs) == SyncState.BEHIND);
    return moves ? new RefChange(name, mine, theirs) : null;
  }

  List<SyncRef> compare(Repository fork, Repository origin) throws IOException {
    RefSnapshot upstream = refs.snapshot(origin.id());
    RefSnapshot own = refs.snapshot(fork.id());
    Set<String> orphans = rows.orphans(fork.id());
    TreeMap<String, SyncRef> found = new TreeMap<>();
    boolean lent = false;
    try (org.eclipse.jgit.lib.Repository git = directories.open(fork.id())) {
      for (RefSnapshot.Entry ref : own.refs()) {
        ObjectId theirs = id(upstream, ref.name());
        if (!isBranchOrTag(ref.name()) || ref.id().equals(theirs)) {
          continue;
        }
        if (theirs != null) {
          if (!lent && !git.getObjectDatabase().has(theirs)) {
            lend(fork, origin);
            lent = true;
          }
          found.put(ref.name(), new SyncRef(ref.name(), ref.id(), theirs, state(git, ref, theirs)));
        } else if (orphans.contains(ref.name())) {
          found.put(ref.name(), new SyncRef(ref.name(), ref.id(), null, SyncState.ORPHANED));
        }
      }
    }
    return List.copyOf(found.values());
  }

  private SyncState state(
      org.eclipse.jgit.lib.Repository git, RefSnapshot.Entry ref, ObjectId theirs)
      throws IOException {
    return ref.name().startsWith(RefNames.TAGS)
        ? SyncState.DIVERGED
        : comparison.compare(git, ref.id(), theirs);
  }

  void lend(Repository fork, Repository origin) throws IOException {
    long pool =
        pools.poolOf(fork.id()).orElseThrow(() -> new IOException(fork.path() + " is in no pool"));
    network.lend(origin.id(), pool);
  }

  private void move(Repository fork, List<RefChange> moves) throws IOException {
    for (RefUpdates.Result result :
        updates.apply(RefUpdates.Update.each(request(fork, moves, SERVER)), null)) {
      if (!result.moved()) {
        LOG.info(
            "{} of {} does not follow: {}",
            result.change().refName(),
            fork.path(),
            result.problem());
      }
    }
  }

  /** Moves a ref; the quarantine has new objects, if there are any. */
  void move(Repository fork, RefChange change, @Nullable Quarantine quarantine, Actor actor)
      throws IOException {
    updates.move(RefUpdates.Update.all(request(fork, List.of(change), actor)), quarantine);
  }

  private static RefRequest request(Repository fork, List<RefChange> moves, Actor actor) {
    return RefRequest.of(fork.id(), actor, RefCause.FORK_SYNC, moves);
  }

  private static boolean isBranchOrTag(String name) {
    return name.startsWith(RefNames.HEADS) || name.startsWith(RefNames.TAGS);
  }

  private static @Nullable ObjectId id(RefSnapshot snapshot, String name) {
    return snapshot.find(name).map(RefSnapshot.Entry::id).orElse(null);
  }
}

package org.packhouse.app.engine.git.advertise;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.cache.StampedCache;
import org.packhouse.app.storage.objects.ExistingObjects;
import org.packhouse.app.storage.objects.Reachability;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.stereotype.Component;

/**
 * Decides which objects a client may want, before native git starts, which serves any that exist:
 * (a) a tip of the refs now or within the last ten minutes, (b) a commit or tag that these refs
 * reach, or (c) a tree or blob of the repository's own object store. Answers are cached while the
 * refs stay.
 */
@Component
public class WantCheck {

  private static final int REMEMBERED = 50_000;

  private final Refs refs;
  private final RepositoryDirectories directories;
  private final StampedCache<Key, Boolean> reached;

  WantCheck(Refs refs, RepositoryDirectories directories, Caches caches) {
    this.refs = refs;
    this.directories = directories;
    reached = caches.buildStamped("reachable-wants", "Objects that clients may want", REMEMBERED);
  }

  /** Checks all wants, and throws a WireException that names one which may not be served. */
  public void check(long repositoryId, VisibleRefs visible, Collection<ObjectId> wants)
      throws IOException {
    Set<ObjectId> tips = visible.tips();
    List<ObjectId> others = new ArrayList<>();
    for (ObjectId want : wants) {
      if (!tips.contains(want)) {
        others.add(want);
      }
    }
    if (!others.isEmpty()) {
      checkOthers(repositoryId, visible, tips, others);
    }
  }

  public boolean allows(long repositoryId, VisibleRefs visible, Collection<ObjectId> wants) {
    try {
      check(repositoryId, visible, wants);
      return true;
    } catch (WireException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns those that exist: as {@code shallow} git ignores others, but searches all packs. */
  public SortedSet<ObjectId> existing(long repositoryId, SortedSet<ObjectId> ids)
      throws IOException {
    if (ids.isEmpty()) {
      return ids;
    }
    try (Repository repository = directories.open(repositoryId)) {
      return ExistingObjects.of(repository, ids);
    }
  }

  private void checkOthers(
      long repositoryId, VisibleRefs visible, Set<ObjectId> tips, List<ObjectId> others)
      throws IOException {
    long version = visible.snapshot().version();
    int pullRequests = visible.pullRequests().hashCode();
    List<ObjectId> unknown = new ArrayList<>();
    for (ObjectId want : others) {
      if (reached.find(new Key(repositoryId, pullRequests, want), version) == null) {
        unknown.add(want);
      }
    }
    if (unknown.isEmpty()) {
      return;
    }
    List<ObjectId> left = withoutRecentTips(repositoryId, unknown);
    if (left.isEmpty()) {
      return;
    }
    try (Repository repository = directories.open(repositoryId)) {
      Reachability reachability = new Reachability(repository, tips);
      Optional<ObjectId> forbidden = reachability.firstForbidden(left);
      if (forbidden.isPresent() && reachability.isTipMissing()) {
        directories.reload(repositoryId);
        forbidden = new Reachability(repository, tips).firstForbidden(left);
      }
      if (forbidden.isPresent()) {
        throw new WireException("upload-pack: not our ref " + forbidden.get().name());
      }
    }
    left.forEach(want -> reached.put(new Key(repositoryId, pullRequests, want), version, true));
  }

  private List<ObjectId> withoutRecentTips(long repositoryId, List<ObjectId> wants) {
    Set<ObjectId> recent = refs.recentTips(repositoryId);
    return wants.stream().filter(want -> !recent.contains(want)).toList();
  }

  private record Key(long repositoryId, int pullRequests, ObjectId id) {}
}

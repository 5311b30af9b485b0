package org.packhouse.app.source.browse.lastchange;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.throttle.BackgroundPace;
import org.packhouse.app.platform.throttle.LoadWatch;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/**
 * Stores, for branch tips and for commits that were viewed, the last change of every path. A commit
 * costs a walk to the nearest indexed commit, mostly the former tip, and one row for each directory
 * that has changed since. Rows say of a commit what never changes, so moved and deleted branches
 * make nothing stale: {@link #forget} only frees space.
 */
@Component
public class LastChangeIndex {

  private static final int MAX_ENTRIES = 500_000;
  private static final int MAX_COMMITS = 5_000_000;
  private static final int MAX_TIPS = 50;
  private static final int MAX_ROUNDS = 5;
  private static final int MAX_OTHERS = 500;
  private static final int MAX_TIMES = 50_000;

  /** Commits of a walk that takes some tens of milliseconds. */
  private static final int NEAR = 500;

  /** A walk on a busy machine pauses after running that long. */
  private static final Duration BEFORE_REST = Duration.ofSeconds(1);

  private static final Duration KEPT = Duration.ofDays(1);
  private static final Duration AGAIN = Duration.ofHours(1);

  private final OpenRepositories repositories;
  private final LastChangeRows rows;
  private final RequestMemory memory;
  private final LoadWatch load;
  private final Clock clock;

  // Commits too large to be indexed: they are not walked again on each view.
  private final Cache<Tree, Boolean> tooLarge;

  /** Repositories with commits that are too large to be indexed. */
  private final Cache<Long, Boolean> large;

  /** Commit times in seconds, so that thousands of tips are not read after each push. */
  private final Cache<ObjectId, Integer> times;

  private record Tree(long repositoryId, ObjectId commit) {}

  private record Tip(ObjectId commit, int time) {}

  LastChangeIndex(
      OpenRepositories repositories,
      LastChangeRows rows,
      RequestMemory memory,
      LoadWatch load,
      Clock clock,
      Caches caches) {
    tooLarge =
        caches.build(
            "commits-without-last-changes",
            "Commits too large to be indexed",
            Caffeine.newBuilder().maximumSize(1000).expireAfterWrite(AGAIN));
    large =
        caches.build(
            "repositories-without-last-changes",
            "Repositories with commits too large to be indexed",
            Caffeine.newBuilder().maximumSize(1000).expireAfterWrite(AGAIN));
    times = caches.build("branch-times", "Times of the tips of branches", MAX_TIMES);
    this.memory = memory;
    this.load = load;
    this.repositories = repositories;
    this.rows = rows;
    this.clock = clock;
  }

  /** Indexes the current tips of branches, that of the default branch first. */
  void addTips(long repositoryId) throws IOException {
    WalkPace pace = pace();
    int added = 1;
    // Repeat for pushes during this run: their requests were ignored.
    for (int round = 0; round < MAX_ROUNDS && added > 0; round++) {
      try (OpenRepository open = repositories.open(repositoryId)) {
        added = addTips(open, pace);
      }
    }
  }

  private int addTips(OpenRepository open, WalkPace pace) throws IOException {
    List<ObjectId> tips = tips(open);
    List<ObjectId> missing = rows.withoutRoot(open.id(), tips);
    if (missing.isEmpty()) {
      return 0;
    }
    StoredChanges stored = rows.stored(open.id());
    int added = 0;
    for (ObjectId commit : withForkPoints(open, tips, missing, stored)) {
      boolean isWorthIt = large.getIfPresent(open.id()) == null || missing.contains(commit);
      if (isWorthIt
          && !Thread.currentThread().isInterrupted()
          && addNew(open, commit, stored, pace)) {
        added++;
      }
    }
    return added;
  }

  private WalkPace pace() {
    return new WalkPace(
        new BackgroundPace(load::isBusy, System::nanoTime, BEFORE_REST, Duration.ofHours(1)));
  }

  /** Returns the tips that are not indexed, preceded by the fork points of their histories. */
  private List<ObjectId> withForkPoints(
      OpenRepository open, List<ObjectId> tips, List<ObjectId> missing, StoredChanges stored)
      throws IOException {
    if (tips.size() < 2 || large.getIfPresent(open.id()) != null) {
      return missing;
    }
    Predicate<ObjectId> known = commit -> stored.rootName(commit) != null;
    try (RequestMemory.Share share = memory.share();
        ObjectReader reader = open.newObjectReader()) {
      List<ObjectId> far = new ArrayList<>();
      for (ObjectId tip : missing) {
        if (!ForkPoints.isNear(reader, tip, known, NEAR)) {
          far.add(tip);
        }
      }
      Set<ObjectId> commits =
          new LinkedHashSet<>(
              far.isEmpty() ? List.of() : ForkPoints.find(reader, tips, far, known, share));
      commits.addAll(missing);
      return List.copyOf(commits);
    }
  }

  private List<ObjectId> tips(OpenRepository open) throws IOException {
    List<Tip> all = new ArrayList<>();
    try (HistoryWalk walk = open.newHistoryWalk()) {
      for (RefSnapshot.Entry ref : open.refs().refs()) {
        if (ref.name().startsWith(Constants.R_HEADS)) {
          Integer time = times.getIfPresent(ref.id());
          if (time == null) {
            time = OpenRepository.parseKnown(walk, ref.id()).getCommitTime();
            times.put(ref.id(), time);
          }
          all.add(new Tip(ref.id(), time));
        }
      }
    }
    all.sort(Comparator.comparingInt(Tip::time).reversed());
    Set<ObjectId> tips = new LinkedHashSet<>();
    open.refs().head().ifPresent(head -> tips.add(head.id()));
    all.stream().limit(MAX_TIPS).forEach(tip -> tips.add(tip.commit()));
    return List.copyOf(tips);
  }

  /** Indexes a commit; false if it is indexed already, or too large. */
  boolean add(OpenRepository open, ObjectId commit) throws IOException {
    return !rows.hasRoot(open.id(), commit) && addNew(open, commit, rows.stored(open.id()), pace());
  }

  private boolean addNew(OpenRepository open, ObjectId commit, StoredChanges stored, WalkPace pace)
      throws IOException {
    Tree tree = new Tree(open.id(), commit);
    if (tooLarge.getIfPresent(tree) != null) {
      return false;
    }
    try (RequestMemory.Share share = memory.share();
        ObjectReader reader = open.newObjectReader();
        HistoryWalk start = new HistoryWalk(reader)) {
      LastChange root = new LastChange(OpenRepository.parseKnown(start, commit).getTree().copy());
      LastChangeWalk walk = new LastChangeWalk(reader, stored, MAX_ENTRIES, share);
      walk.seek(commit, new PendingTree(root, false, true));
      if (!walk.run(MAX_COMMITS, pace)) {
        tooLarge.put(tree, true);
        large.put(open.id(), true);
        return false;
      }
      Map<ObjectId, LastChangeNode> nodes = new HashMap<>();
      ObjectId name = collect(root, nodes);
      rows.save(open.id(), commit, name, nodes);
      stored.add(commit, name);
      return true;
    }
  }

  static ObjectId collect(LastChange directory, Map<ObjectId, LastChangeNode> nodes) {
    ObjectId known = directory.known();
    if (known != null) {
      return known;
    }
    List<ObjectId> commits = new ArrayList<>();
    List<ObjectId> children = new ArrayList<>();
    for (LastChange child : Objects.requireNonNull(directory.children())) {
      commits.add(Objects.requireNonNull(child.commit()));
      if (child.isDirectory()) {
        children.add(collect(child, nodes));
      }
    }
    LastChangeNode node = new LastChangeNode(PackedIds.of(commits), children);
    ObjectId name = name(directory.id(), node);
    nodes.put(name, node);
    return name;
  }

  private static ObjectId name(ObjectId tree, LastChangeNode node) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes(PackedIds.of(List.of(tree)).bytes());
    content.writeBytes(node.commits().bytes());
    content.writeBytes(PackedIds.of(node.children()).bytes());
    try (ObjectInserter.Formatter formatter = new ObjectInserter.Formatter()) {
      return formatter.idFor(Constants.OBJ_BLOB, content.toByteArray());
    }
  }

  /** Deletes what no branch or tag needs and nobody has viewed in the last day. */
  public void forget(long repositoryId) throws IOException {
    Set<ObjectId> kept = new HashSet<>();
    try (OpenRepository open = repositories.open(repositoryId)) {
      for (RefSnapshot.Entry ref : open.refs().refs()) {
        ObjectId peeled = ref.peeled();
        kept.add(peeled == null ? ref.id() : peeled);
      }
    }
    rows.forget(repositoryId, kept, clock.instant().minus(KEPT), MAX_OTHERS);
  }
}

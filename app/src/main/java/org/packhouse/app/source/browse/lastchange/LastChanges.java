package org.packhouse.app.source.browse.lastchange;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/**
 * Finds last changes of a directory's entries: by cache, index, or a bounded walk to the nearest
 * indexed commit. If that is far, the viewed commit is indexed in the background.
 */
@Component
public class LastChanges {

  /** Commits that the request of a page may visit, about ten milliseconds of work. */
  public static final int ON_A_PAGE = 2000;

  /** Commits from the nearest indexed one, beyond which the background indexes the viewed one. */
  private static final int MAX_APART = 200;

  private static final int MAX_ENTRIES = 200_000;
  private static final int REMEMBERED_ENTRIES = 1_000_000;
  private static final Duration UNFINISHED = Duration.ofSeconds(2);

  private final LastChangeRows rows;
  private final LastChangeRequests requests;
  private final RequestMemory memory;
  private final Cache<Question, PackedIds> known;

  // While the background indexes a commit, walks that found too little are not repeated.
  private final Cache<Question, PackedIds> unfinished;

  LastChanges(
      LastChangeRows rows, LastChangeRequests requests, RequestMemory memory, Caches caches) {
    known =
        caches.build(
            "last-changes",
            "Last changes of the entries of directories",
            Caffeine.newBuilder()
                .maximumWeight(REMEMBERED_ENTRIES)
                .weigher((Question _, PackedIds ids) -> ids.size() + 10));
    unfinished =
        caches.build(
            "unfinished-last-changes",
            "Last changes that a walk has not all found",
            Caffeine.newBuilder().maximumSize(200).expireAfterWrite(UNFINISHED));
    this.memory = memory;
    this.rows = rows;
    this.requests = requests;
  }

  private record Question(long repositoryId, ObjectId commit, TreePath directory) {}

  /** The known commits by path; not complete if the rest is still being indexed. */
  public record Found(Map<TreePath, String> commits, boolean isComplete) {

    public Found {
      commits = Map.copyOf(commits);
    }
  }

  /**
   * Finds last changes as {@code git log -1 -- path} does.
   *
   * @param entries paths of entries of the directory
   * @param most commits to visit if the index has no answer
   */
  public Found find(
      OpenRepository open,
      String commit,
      TreePath directory,
      Collection<TreePath> entries,
      int most)
      throws IOException {
    Question question = new Question(open.id(), ObjectId.fromString(commit), directory);
    try (ObjectReader reader = open.newObjectReader();
        HistoryWalk walk = new HistoryWalk(reader)) {
      List<TreeContents> way =
          way(reader, walk.parseCommit(question.commit()).getTree(), directory);
      TreeContents contents = way.getLast();
      PackedIds ids = find(question, reader, way, most);
      Map<TreePath, String> commits = new HashMap<>();
      int there = 0;
      for (TreePath path : entries) {
        TreeContents.Entry entry = contents.find(nameOf(path));
        there += entry == null ? 0 : 1;
        String name = entry == null ? null : ids.name(entry.index());
        if (name != null) {
          commits.put(path, name);
        }
      }
      return new Found(commits, commits.size() == there);
    }
  }

  /** Finds the last change of a path; that of the root is the commit itself. */
  public Optional<String> latest(OpenRepository open, String commit, TreePath path, int most)
      throws IOException {
    return path.isRoot()
        ? Optional.of(commit)
        : Optional.ofNullable(
            find(open, commit, path.parent(), List.of(path), most).commits().get(path));
  }

  private PackedIds find(Question question, ObjectReader reader, List<TreeContents> way, int most)
      throws IOException {
    PackedIds remembered = known.getIfPresent(question);
    if (remembered != null) {
      return remembered;
    }
    Optional<PackedIds> stored =
        rows.find(question.repositoryId(), question.commit(), steps(way, question.directory()))
            .filter(ids -> ids.size() == way.getLast().size());
    if (stored.isPresent()) {
      known.put(question, stored.get());
      return stored.get();
    }
    PackedIds part = most <= ON_A_PAGE ? unfinished.getIfPresent(question) : null;
    return part == null ? walk(question, reader, most) : part;
  }

  private PackedIds walk(Question question, ObjectReader reader, int most) throws IOException {
    List<LastChange> sought = new ArrayList<>();
    boolean complete;
    boolean far;
    try (RequestMemory.Share share = memory.share()) {
      LastChangeWalk walk =
          new LastChangeWalk(reader, rows.stored(question.repositoryId()), MAX_ENTRIES, share);
      walk.seek(question.commit(), seek(walk, reader, question, sought));
      complete = walk.run(most);
      far = walk.seen() > MAX_APART;
    }
    List<@Nullable ObjectId> found = new ArrayList<>();
    sought.forEach(change -> found.add(change.commit()));
    PackedIds ids = PackedIds.of(found);
    if (complete) {
      known.put(question, ids);
    } else {
      unfinished.put(question, ids);
    }
    if (far || !complete) {
      requests.commit(question.repositoryId(), question.commit());
    }
    return ids;
  }

  private static PendingTree seek(
      LastChangeWalk walk, ObjectReader reader, Question question, List<LastChange> sought)
      throws IOException {
    try (HistoryWalk start = new HistoryWalk(reader)) {
      LastChange change =
          new LastChange(OpenRepository.parseKnown(start, question.commit()).getTree().copy());
      PendingTree root = new PendingTree(change, false, false);
      PendingTree at = root;
      for (TreePath step : question.directory().trail()) {
        TreeContents.Entry entry =
            Objects.requireNonNull(
                walk.trees().read(at.change().id()).find(nameOf(step)), "directory");
        PendingTree next = new PendingTree(new LastChange(entry), false, false);
        at.put(next);
        at = next;
      }
      for (TreeContents.Entry entry : walk.trees().read(at.change().id()).entries()) {
        LastChange child = new LastChange(entry);
        sought.add(child);
        at.put(new PendingTree(child, true, false));
      }
      return root;
    }
  }

  private static List<TreeContents> way(ObjectReader reader, ObjectId root, TreePath directory)
      throws IOException {
    List<TreeContents> way = new ArrayList<>();
    way.add(TreeContents.read(reader, root));
    for (TreePath step : directory.trail()) {
      TreeContents.Entry entry = way.getLast().find(nameOf(step));
      if (entry == null || !entry.isDirectory()) {
        throw new IOException("There is no directory " + step);
      }
      way.add(TreeContents.read(reader, entry.id()));
    }
    return way;
  }

  private static List<Integer> steps(List<TreeContents> way, TreePath directory) {
    List<Integer> steps = new ArrayList<>();
    for (TreePath step : directory.trail()) {
      steps.add(
          Objects.requireNonNull(way.get(steps.size()).find(nameOf(step)), "directory")
              .directory());
    }
    return steps;
  }

  private static TreeContents.Name nameOf(TreePath path) {
    return new TreeContents.Name(path.last().bytes());
  }
}

package org.packhouse.app.storage.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.diff.Change.Side;
import org.packhouse.app.storage.diff.FileChange.Kind;

/**
 * Detects renames as {@code git diff -M} does, with the same pairs: files of equal content; then
 * files whose name is unique on both sides, from 75 % similarity; then the most similar ones, from
 * 50 %.
 *
 * <p>With copies, a changed file may also be a source ({@code -C}).
 */
public final class Renames {

  private static final int LEAST = Similarity.SAME / 2;
  private static final int LEAST_OF_ONE_NAME = LEAST + LEAST / 2;

  /** Git's {@code diff.renameLimit}: no more pairs than its square are compared. */
  private static final long MAX_PAIRS = 1000L * 1000;

  /** Git's limit of sources with the same content. */
  private static final int SAME_LOOKED_AT = 100;

  /** Git's number of candidates per file. */
  private static final int CANDIDATES = 4;

  private final Similarity similarity;
  private final List<Change> changes;
  private final boolean copies;
  private final List<Side> sources = new ArrayList<>();
  private final Set<Side> used = new HashSet<>();
  private final Map<Change, Change> found = new HashMap<>();

  private record Pair(Change target, Side source, int score, boolean sameName) {}

  private Renames(ObjectReader reader, List<Change> changes, boolean copies) {
    this.similarity = new Similarity(reader);
    this.changes = changes;
    this.copies = copies;
  }

  /** Replaces additions by renames, and drops the deletions of their sources. */
  public static List<Change> find(ObjectReader reader, List<Change> changes, boolean copies)
      throws IOException {
    return new Renames(reader, changes, copies).run();
  }

  private List<Change> run() throws IOException {
    Set<Side> changed = new HashSet<>();
    for (Change change : changes) {
      Side before = change.before();
      if (before != null && change.kind() == Kind.DELETED) {
        sources.add(before);
      } else if (before != null && copies) {
        sources.add(before);
        changed.add(before);
      }
    }
    if (sources.isEmpty() || targets().isEmpty()) {
      return changes;
    }
    used.addAll(changed);
    findExact();
    if (!copies) {
      findByName();
    }
    findAlike();
    return result();
  }

  private List<Change> targets() {
    return changes.stream()
        .filter(change -> change.kind() == Kind.ADDED && !found.containsKey(change))
        .toList();
  }

  private void findExact() {
    Map<ObjectId, Set<Side>> byId = new HashMap<>();
    for (Side source : sources) {
      byId.computeIfAbsent(source.id(), _ -> new LinkedHashSet<>()).add(source);
    }
    for (Change target : targets()) {
      Set<Side> same = byId.getOrDefault(target.any().id(), Set.of());
      Side best = bestOfSame(target, same);
      if (best != null) {
        pair(target, best, Similarity.SAME);
        if (!copies) {
          same.remove(best);
        }
      }
    }
  }

  private @Nullable Side bestOfSame(Change target, Set<Side> same) {
    Side best = null;
    int bestScore = -1;
    int looked = 0;
    for (Side source : same) {
      boolean sameKind =
          (source.isRegular() && target.any().isRegular()) || source.mode() == target.any().mode();
      int score = (used.contains(source) ? 0 : 1) + (sameName(source, target) ? 1 : 0);
      if (sameKind && score > bestScore) {
        best = source;
        bestScore = score;
      }
      if (bestScore == 2 || looked++ > SAME_LOOKED_AT) {
        return best;
      }
    }
    return best;
  }

  private void findByName() throws IOException {
    Map<String, List<Change>> targets = new HashMap<>();
    for (Change target : targets()) {
      targets.computeIfAbsent(name(target.any()), _ -> new ArrayList<>()).add(target);
    }
    Map<String, List<Side>> named = new HashMap<>();
    for (Side source : freeSources()) {
      named.computeIfAbsent(name(source), _ -> new ArrayList<>()).add(source);
    }
    for (var entry : named.entrySet()) {
      List<Change> same = targets.getOrDefault(entry.getKey(), List.of());
      if (entry.getValue().size() == 1 && same.size() == 1) {
        Side source = entry.getValue().getFirst();
        int score = similarity.of(source, same.getFirst().any(), LEAST);
        if (score >= LEAST_OF_ONE_NAME) {
          pair(same.getFirst(), source, score);
        }
      }
    }
  }

  private void findAlike() throws IOException {
    List<Side> candidates = copies ? sources : freeSources();
    List<Change> targets = targets();
    if ((long) candidates.size() * targets.size() > MAX_PAIRS) {
      return;
    }
    List<Pair> pairs = new ArrayList<>();
    for (Change target : targets) {
      pairs.addAll(best(target, candidates));
    }
    pairs.sort(Comparator.comparingInt(Pair::score).thenComparing(Pair::sameName).reversed());
    for (Pair pair : pairs) {
      if (!found.containsKey(pair.target) && !used.contains(pair.source)) {
        pair(pair.target, pair.source, pair.score);
      }
    }
    for (Pair pair : copies ? pairs : List.<Pair>of()) {
      if (!found.containsKey(pair.target)) {
        pair(pair.target, pair.source, pair.score);
      }
    }
  }

  private List<Pair> best(Change target, List<Side> candidates) throws IOException {
    List<Pair> best = new ArrayList<>();
    for (Side source : candidates) {
      int score = similarity.of(source, target.any(), LEAST);
      if (score >= LEAST) {
        best.add(new Pair(target, source, score, sameName(source, target)));
      }
    }
    best.sort(Comparator.comparingInt(Pair::score).thenComparing(Pair::sameName).reversed());
    return best.subList(0, Math.min(CANDIDATES, best.size()));
  }

  private List<Side> freeSources() {
    return sources.stream().filter(source -> !used.contains(source)).toList();
  }

  private void pair(Change target, Side source, int score) {
    Kind kind = used.add(source) ? Kind.RENAMED : Kind.COPIED;
    found.put(target, new Change(kind, source, target.any(), score * 100 / Similarity.SAME));
  }

  private List<Change> result() {
    List<Change> result = new ArrayList<>(changes.size());
    for (Change change : changes) {
      boolean gone =
          change.kind() == Kind.DELETED
              && change.before() != null
              && used.contains(change.before());
      if (!gone) {
        result.add(found.getOrDefault(change, change));
      }
    }
    return result;
  }

  private static boolean sameName(Side source, Change target) {
    return name(source).equals(name(target.any()));
  }

  private static String name(Side side) {
    return side.path().name();
  }
}

package org.packhouse.app.source.branch;

import com.github.benmanes.caffeine.cache.Cache;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.platform.cache.Caches;
import org.springframework.stereotype.Component;

/** Counts commits ahead of and behind a base. Results are cached by both ids: they never change. */
@Component
class Divergences {

  private static final int REMEMBERED = 50_000;

  /** Each walk takes 13 bytes of heap for each commit of the repository. */
  private static final int WALKS_AT_ONCE = 2;

  private final Cache<Pair, Divergence> remembered;
  private final Semaphore walks = new Semaphore(WALKS_AT_ONCE);

  Divergences(Caches caches) {
    remembered =
        caches.build("divergences", "Numbers of commits ahead of and behind a base", REMEMBERED);
  }

  private record Pair(ObjectId base, ObjectId tip) {}

  /** Returns divergences, without entries for tips that are missing or no commits. */
  Map<ObjectId, Divergence> of(Repository git, ObjectId base, Collection<ObjectId> tips)
      throws IOException {
    Map<ObjectId, Divergence> known = new HashMap<>();
    Set<ObjectId> unknown = new LinkedHashSet<>();
    for (ObjectId tip : tips) {
      Divergence divergence = remembered.getIfPresent(new Pair(base, tip));
      if (divergence != null) {
        known.put(tip, divergence);
      } else {
        unknown.add(tip);
      }
    }
    if (!unknown.isEmpty()) {
      walks.acquireUninterruptibly();
      try {
        count(git, base.copy(), unknown, known);
      } finally {
        walks.release();
      }
    }
    return known;
  }

  private void count(
      Repository git, ObjectId base, Set<ObjectId> tips, Map<ObjectId, Divergence> found)
      throws IOException {
    try (ObjectReader reader = git.newObjectReader()) {
      History history = new History(reader);
      Optional<Integer> from = number(history, base);
      if (from.isEmpty()) {
        return;
      }
      List<ObjectId> commits = new ArrayList<>();
      List<Integer> numbers = new ArrayList<>();
      for (ObjectId tip : tips) {
        number(history, tip)
            .ifPresent(number -> {
              commits.add(tip.copy());
              numbers.add(number);
            });
      }
      for (int start = 0; start < commits.size(); start += DivergenceWalk.MAX_TIPS) {
        int end = Math.min(start + DivergenceWalk.MAX_TIPS, commits.size());
        int[] part = numbers.subList(start, end).stream().mapToInt(Integer::intValue).toArray();
        Divergence[] counted = DivergenceWalk.count(history, from.get(), part);
        for (int i = start; i < end; i++) {
          found.put(commits.get(i), counted[i - start]);
          remembered.put(new Pair(base, commits.get(i)), counted[i - start]);
        }
      }
    }
  }

  private static Optional<Integer> number(History history, ObjectId id) throws IOException {
    try {
      return Optional.of(history.number(id));
    } catch (IncorrectObjectTypeException | MissingObjectException e) {
      return Optional.empty();
    }
  }
}

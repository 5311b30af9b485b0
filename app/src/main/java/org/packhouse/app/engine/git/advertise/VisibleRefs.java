package org.packhouse.app.engine.git.advertise;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;

/** The refs that a fetching client sees: those of the snapshot and of pull requests. */
public record VisibleRefs(RefSnapshot snapshot, RefFacts facts) {

  /** Returns {@code refs/pull-requests/*}, sorted by name. */
  List<Entry> pullRequests() {
    return snapshot.pullRequests();
  }

  /** Returns all refs sorted by name, without HEAD. */
  List<Entry> all() {
    List<Entry> pullRequests = pullRequests();
    if (pullRequests.isEmpty()) {
      return snapshot.refs();
    }
    List<Entry> all = new ArrayList<>(snapshot.refs().size() + pullRequests.size());
    int next = 0;
    for (Entry entry : snapshot.refs()) {
      while (next < pullRequests.size()
          && pullRequests.get(next).name().compareTo(entry.name()) < 0) {
        all.add(pullRequests.get(next++));
      }
      all.add(entry);
    }
    all.addAll(pullRequests.subList(next, pullRequests.size()));
    return all;
  }

  /** Returns the targets of refs, and what annotated tags peel to. */
  public Set<ObjectId> tips() {
    Set<ObjectId> known = facts.tips(snapshot);
    if (pullRequests().isEmpty()) {
      return known;
    }
    Set<ObjectId> tips = HashSet.newHashSet(known.size() + pullRequests().size());
    tips.addAll(known);
    pullRequests().forEach(entry -> tips.add(entry.id()));
    return tips;
  }

  /** Returns the full name of the one ref that a short or full name stands for. */
  public Optional<String> expand(String name) {
    List<String> found =
        List.of(name, "refs/" + name, "refs/tags/" + name, "refs/heads/" + name).stream()
            .filter(full -> find(full).isPresent())
            .toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  public Optional<Entry> find(String name) {
    return snapshot.findAmongAll(name);
  }
}

package org.packhouse.scmcache.store;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Entries by repository, so that a push examines only its own. */
final class RepositoryEntries {

  private final ConcurrentMap<Long, Set<Entry>> entries = new ConcurrentHashMap<>();

  void add(Entry entry) {
    entries.compute(
        entry.key().repositoryId(),
        (_, current) -> {
          Set<Entry> all = current == null ? ConcurrentHashMap.newKeySet() : current;
          all.add(entry);
          return all;
        });
  }

  void remove(Entry entry) {
    entries.computeIfPresent(
        entry.key().repositoryId(),
        (_, current) -> {
          current.remove(entry);
          return current.isEmpty() ? null : current;
        });
  }

  Collection<Entry> of(long repositoryId) {
    return entries.getOrDefault(repositoryId, Set.of());
  }
}

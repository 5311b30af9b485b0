package org.packhouse.app.review.build;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A build as stored, and the repositories in which an administrator has hidden it. */
record StoredBuild(BuildStatus build, Set<Long> withdrawnIn) {

  boolean namesRepository() {
    return build.subject().repositoryId() != null;
  }

  /**
   * Chooses one build of each key, ordered by key. A report of the repository precedes those of
   * none; of several authors of those, the first to report counts, so that nobody replaces
   * another's. A report of an unknown author counts if it is the latest.
   */
  static List<BuildStatus> onePerKey(List<StoredBuild> counting) {
    Map<String, StoredBuild> byKey = new LinkedHashMap<>();
    counting.stream()
        .sorted(Comparator.comparing(it -> it.build().key()))
        .forEach(it -> byKey.merge(it.build().key(), it, StoredBuild::preferred));
    return byKey.values().stream().map(StoredBuild::build).toList();
  }

  private static StoredBuild preferred(StoredBuild one, StoredBuild other) {
    if (one.namesRepository() != other.namesRepository()) {
      return one.namesRepository() ? one : other;
    }
    boolean known = one.build().author() != null;
    if (known != (other.build().author() != null)) {
      return one.build().updatedAt().isAfter(other.build().updatedAt()) ? one : other;
    }
    return other.build().createdAt().isBefore(one.build().createdAt()) ? other : one;
  }
}

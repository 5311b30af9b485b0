package org.packhouse.app.review.build;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A build as a row keeps it.
 *
 * @param withdrawnIn ids of repositories in which an administrator has deleted it, though it names
 *     none
 */
record StoredBuild(BuildStatus build, Set<Long> withdrawnIn) {

  /** Whether the report names a repository. */
  boolean namesRepository() {
    return build.subject().repositoryId() != null;
  }

  /**
   * The builds that count among those of a repository, one of a key, by key. A report that names
   * the repository goes before those that name none. Of several authors of these, the one counts
   * who came first, so that nobody replaces what another has told; what came before authors were
   * kept, or by a node that keeps none, counts if it is the latest.
   */
  static List<BuildStatus> chosen(List<StoredBuild> counting) {
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

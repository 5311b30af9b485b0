package org.packhouse.app.hosting.repository;

import java.util.Optional;
import org.packhouse.app.identity.signin.Authenticator.FreshRepository;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.cache.StampedCache;
import org.springframework.stereotype.Component;

/** Repositories in memory, valid for the row versions that authentication reads on each request. */
@Component
public class CachedRepositories {

  private static final int MAX_ENTRIES = 10_000;

  private final Repositories repositories;
  private final StampedCache<Long, Repository> known;

  CachedRepositories(Repositories repositories, Caches caches) {
    this.repositories = repositories;
    known = caches.buildStamped("repositories", "Repositories", MAX_ENTRIES);
  }

  /** Returns the repository; empty if it was deleted meanwhile. */
  public Optional<Repository> find(FreshRepository fresh) {
    Repository present = known.find(fresh.repositoryId(), fresh.rowStamp());
    if (present != null) {
      return Optional.of(present);
    }
    Optional<Repository> read = repositories.findById(fresh.repositoryId());
    read.ifPresent(it -> known.put(it.id(), fresh.rowStamp(), it));
    return read;
  }
}

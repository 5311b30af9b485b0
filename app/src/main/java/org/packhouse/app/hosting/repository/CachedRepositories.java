package org.packhouse.app.hosting.repository;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;
import org.packhouse.app.identity.signin.Authenticator.FreshRepository;
import org.springframework.stereotype.Component;

/** Repositories in memory, valid for the row versions that authentication reads on each request. */
@Component
public class CachedRepositories {

  private static final int MAX_ENTRIES = 10_000;

  private final Repositories repositories;
  private final Cache<Long, Remembered> known =
      Caffeine.newBuilder().maximumSize(MAX_ENTRIES).build();

  CachedRepositories(Repositories repositories) {
    this.repositories = repositories;
  }

  private record Remembered(long stamp, Repository repository) {}

  /** Returns the repository; empty if it was deleted meanwhile. */
  public Optional<Repository> find(FreshRepository fresh) {
    Remembered present = known.getIfPresent(fresh.repositoryId());
    if (present != null && present.stamp() == fresh.rowStamp()) {
      return Optional.of(present.repository());
    }
    Optional<Repository> read = repositories.findById(fresh.repositoryId());
    read.ifPresent(it -> known.put(it.id(), new Remembered(fresh.rowStamp(), it)));
    return read;
  }
}

package org.packhouse.app.engine.git.cache;

import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.scmcache.CacheStatistics;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.StoredEntry;
import org.springframework.stereotype.Service;

/**
 * Responses that this node keeps of clones and fetches, for its administrators. Asks no permission.
 */
@Service
public class CachedResponses {

  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

  private final ScmCache cache;
  private final Repositories repositories;

  CachedResponses(ScmCache cache, Repositories repositories) {
    this.cache = cache;
    this.repositories = repositories;
  }

  /**
   * A response that is kept.
   *
   * @param repository {@code KEY/slug}; null if there is no such repository any more
   * @param id names it within its repository: 64 hexadecimal digits
   * @param size in bytes
   * @param hits how often it was sent since the node started
   */
  public record Entry(
      long repositoryId,
      @Nullable String repository,
      String id,
      long size,
      long hits,
      Instant createdDate,
      Instant lastUsedDate) {}

  /** What the cache did since the node started, and what it holds. */
  public CacheStatistics statistics() {
    return cache.statistics();
  }

  /** The responses, the largest first. */
  public Page<Entry> list(PageRequest request) {
    Page<StoredEntry> page = Page.ofAll(request, cache.entries());
    Map<Long, String> paths =
        repositories
            .findAllById(
                page.values().stream().map(entry -> entry.key().repositoryId()).distinct().toList())
            .stream()
            .collect(Collectors.toMap(Repository::id, Repository::path));
    return page.map(entry ->
        new Entry(
            entry.key().repositoryId(),
            paths.get(entry.key().repositoryId()),
            entry.key().digest(),
            entry.bytes(),
            entry.hits(),
            entry.created(),
            entry.lastUsed()));
  }

  /** Gives one up; does nothing if it is not there. */
  public void drop(long repositoryId, String id) {
    if (!ID.matcher(id).matches()) {
      throw new InvalidFieldException(
          "entryId",
          "%s names no entry of the cache: it must be 64 hexadecimal digits."
              .formatted(InvalidFieldException.quote(id)));
    }
    cache.drop(new ResponseKey(repositoryId, id));
  }

  /** Gives up those of a repository. */
  public void drop(long repositoryId) {
    cache.drop(repositoryId);
  }

  /** Gives all of them up. */
  public void dropAll() {
    cache.dropAll();
  }
}

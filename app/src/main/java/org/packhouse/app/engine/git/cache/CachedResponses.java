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

/** This node's cached responses of clones and fetches, for administrators. Asks no permission. */
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
   * A cached response, its id within the repository 64 hexadecimal digits, its size in bytes. The
   * repository's name is null if it is deleted.
   */
  public record Entry(
      long repositoryId,
      @Nullable String repository,
      String id,
      long size,
      long hits,
      Instant createdDate,
      Instant lastUsedDate) {}

  /** Returns counts since the node started, and the cache's size. */
  public CacheStatistics statistics() {
    return cache.statistics();
  }

  /** Lists the responses, the largest first. */
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

  public void drop(long repositoryId, String id) {
    if (!ID.matcher(id).matches()) {
      throw new InvalidFieldException(
          "entryId",
          "%s names no entry of the cache: it must be 64 hexadecimal digits."
              .formatted(InvalidFieldException.quote(id)));
    }
    cache.drop(new ResponseKey(repositoryId, id));
  }

  public void drop(long repositoryId) {
    cache.drop(repositoryId);
  }

  public void dropAll() {
    cache.dropAll();
  }
}

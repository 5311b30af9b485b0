package org.packhouse.app.engine.git.cache;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.engine.git.advertise.WantCheck;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.node.BackgroundThread;
import org.packhouse.app.storage.refs.RefSettings;
import org.packhouse.app.storage.refs.move.RefVersions;
import org.packhouse.scmcache.ScmCache;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Frees cached responses of deleted repositories, and those whose wants no ref reaches. They would
 * never be sent, for wants are checked first. A repository is checked once its refs have moved and
 * former tips may no longer be wanted, with two statements for all repositories of this node's
 * cache.
 */
@Component
class CacheRetention extends BackgroundThread {

  private static final Logger LOG = LoggerFactory.getLogger(CacheRetention.class);
  private static final Duration EVERY = Duration.ofMinutes(1);

  /** Added to the time for which former tips may be wanted. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final ScmCache cache;
  private final RefViews refs;
  private final WantCheck wants;
  private final Repositories repositories;
  private final RefVersions refVersions;
  private final Clock clock;
  private final Duration delay;
  private final Map<Long, Seen> seen = new HashMap<>();

  CacheRetention(
      ScmCache cache,
      RefViews refs,
      WantCheck wants,
      Repositories repositories,
      RefVersions refVersions,
      RefSettings settings,
      Clock clock) {
    super("scm-cache-retention", DEFAULT_PHASE);
    this.cache = cache;
    this.refs = refs;
    this.wants = wants;
    this.repositories = repositories;
    this.refVersions = refVersions;
    this.clock = clock;
    this.delay = settings.formerTips().plus(MARGIN);
  }

  /** Version and time of a repository's next check; without a time, not before its refs move. */
  private record Seen(long version, @Nullable Instant due) {}

  /** Drops the responses that are due. */
  synchronized void look() {
    try {
      List<Long> stored =
          cache.entries().stream().map(entry -> entry.key().repositoryId()).distinct().toList();
      seen.keySet().retainAll(stored);
      if (!stored.isEmpty()) {
        Map<Long, Long> versions = versions(stored);
        stored.forEach(id -> look(id, versions.get(id)));
      }
    } catch (RuntimeException e) {
      LOG.warn("What is cached of clones will be looked at again in {} s", EVERY.toSeconds(), e);
    }
  }

  private void look(long repositoryId, @Nullable Long version) {
    if (version == null) {
      cache.drop(repositoryId);
      seen.remove(repositoryId);
      return;
    }
    Seen before = seen.get(repositoryId);
    Instant now = clock.instant();
    if (before == null || (before.due() == null && before.version() != version)) {
      seen.put(repositoryId, new Seen(version, now.plus(delay)));
    } else if (before.due() != null && !now.isBefore(before.due())) {
      retain(repositoryId);
      boolean moved = before.version() != version;
      seen.put(repositoryId, new Seen(version, moved ? now.plus(delay) : null));
    }
  }

  private void retain(long repositoryId) {
    try {
      VisibleRefs visible = refs.now(repositoryId);
      cache.retain(
          repositoryId,
          ids ->
              wants.allows(repositoryId, visible, ids.stream().map(ObjectId::fromString).toList()));
    } catch (IOException e) {
      LOG.warn("What is cached of repository {} stays until its refs move", repositoryId, e);
    }
  }

  /** Returns the ref versions of repositories that exist. */
  private Map<Long, Long> versions(List<Long> ids) {
    Map<Long, Long> versions = refVersions.of(ids);
    return repositories.findAllById(ids).stream()
        .collect(Collectors.toMap(Repository::id, it -> versions.getOrDefault(it.id(), 1L)));
  }

  @Override
  protected void begin() {
    every(EVERY, this::look);
  }
}

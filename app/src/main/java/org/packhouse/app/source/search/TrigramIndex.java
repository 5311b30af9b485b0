package org.packhouse.app.source.search;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Creates the extension {@code pg_trgm} and the trigram indexes. The extension ships with
 * PostgreSQL and is trusted, so a database's owner may create it, unless an administrator has
 * forbidden that or PostgreSQL was packaged without it. Search is then off, log and page say why,
 * and the server retries.
 */
@Component
class TrigramIndex {

  private static final Logger LOG = LoggerFactory.getLogger(TrigramIndex.class);
  private static final Duration TERM = Duration.ofHours(2);

  private static final int LOOKS_BETWEEN_TRIES = 12;

  private static final String PREPARING = "Search is being prepared. Try again in a moment.";

  private final JdbcClient jdbc;
  private final Leases leases;
  private final SearchSettings settings;
  private volatile @Nullable String obstacle = PREPARING;
  private int looks;

  TrigramIndex(JdbcClient jdbc, Leases leases, SearchSettings settings) {
    this.jdbc = jdbc;
    this.leases = leases;
    this.settings = settings;
    if (!settings.enabled()) {
      obstacle = "Search is switched off on this server (search.enabled).";
    }
  }

  /** Returns the reason why search is off, as a sentence; null: search is on. */
  @Nullable String obstacle() {
    return obstacle;
  }

  boolean prepare() {
    if (obstacle == null) {
      return true;
    }
    if (!settings.enabled()) {
      return false;
    }
    String before = obstacle;
    // Rarely: each failed attempt is logged by PostgreSQL until an administrator acts.
    if (!PREPARING.equals(before) && ++looks % LOOKS_BETWEEN_TRIES != 0) {
      return false;
    }
    String now = missing();
    if (now != null && !now.equals(PREPARING) && !now.equals(before)) {
      LOG.warn("{}", now);
    }
    obstacle = now;
    return now == null;
  }

  private @Nullable String missing() {
    if (!isThere("select exists (select 1 from pg_extension where extname = 'pg_trgm')")) {
      try {
        jdbc.sql("create extension if not exists pg_trgm").update();
      } catch (DataAccessException e) {
        return "Search needs the extension pg_trgm in the server's database, which the role of the server cannot create (%s). Have an administrator of the database run: create extension pg_trgm"
            .formatted(String.valueOf(e.getMostSpecificCause().getMessage()).strip());
      }
    }
    for (String table : List.of("search_file", "search_commit")) {
      if (!isIndexed(table) && !index(table)) {
        return PREPARING;
      }
    }
    return null;
  }

  private boolean isThere(String question) {
    return jdbc.sql(question).query(Boolean.class).single();
  }

  private boolean isIndexed(String table) {
    return jdbc.sql(
            """
            select exists (select 1 from pg_index
                            where indexrelid = to_regclass(:index) and indisvalid)
            """)
        .param("index", table + "_trigrams")
        .query(Boolean.class)
        .single();
  }

  private boolean index(String table) {
    Optional<Lease> taken = leases.acquire("search-trigrams", TERM);
    if (taken.isEmpty()) {
      return false;
    }
    try (Lease _ = taken.get()) {
      // An interrupted creation leaves an invalid index.
      jdbc.sql("drop index concurrently if exists " + table + "_trigrams").update();
      jdbc.sql(
              "create index concurrently %s_trigrams on %s using gin (content gin_trgm_ops)"
                  .formatted(table, table))
          .update();
      return true;
    } catch (DataAccessException e) {
      LOG.warn("The index {}_trigrams could not be created; the server retries", table, e);
      return false;
    }
  }
}

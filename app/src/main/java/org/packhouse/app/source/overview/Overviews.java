package org.packhouse.app.source.overview;

import java.io.IOException;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.source.overview.CountLimits.ExceededException;
import org.packhouse.app.source.overview.Overview.Language;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryTooWideException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Overviews of default branches, which cost a push nothing: who looks at a repository counts what
 * has changed since the last look, and a background task what is too much for a request.
 */
@Service
public class Overviews {

  private static final Logger LOG = LoggerFactory.getLogger(Overviews.class);
  private static final int MAX_ROUNDS = 5;

  private final JdbcClient jdbc;
  private final OpenRepositories repositories;
  private final OverviewRequests requests;
  private final LatestTag tags;

  Overviews(
      JdbcClient jdbc, OpenRepositories repositories, OverviewRequests requests, Caches caches) {
    this.jdbc = jdbc;
    this.repositories = repositories;
    this.requests = requests;
    tags = new LatestTag(caches);
  }

  /** A stored overview; the version of the refs is null if an earlier server has counted. */
  private record Stored(Overview overview, @Nullable Long refsVersion) {

    boolean isOf(OpenRepository open, ObjectId tip) {
      return refsVersion != null
          && refsVersion == open.refs().version()
          && overview.tip().equals(tip);
    }
  }

  /**
   * Returns the overview of the present default branch, or an older one while the present one takes
   * a background task to count; empty if there is none yet.
   */
  public Optional<Overview> of(OpenRepository open) throws IOException {
    ObjectId tip = tip(open);
    if (tip == null) {
      return Optional.empty();
    }
    Optional<Stored> stored = find(open.id());
    if (stored.isPresent() && stored.get().isOf(open, tip)) {
      return stored.map(Stored::overview);
    }
    try {
      return Optional.of(count(open, tip, stored, CountLimits.ON_A_PAGE));
    } catch (ExceededException | HistoryTooWideException e) {
      requests.ask(open.id());
    } catch (MissingObjectException e) {
      LOG.warn("Cannot count the commits and languages of repository {}", open.id(), e);
    }
    return stored.map(Stored::overview);
  }

  private Optional<Stored> find(long repositoryId) {
    return jdbc.sql(
            """
            select commit_id, commits, latest_tag, languages, language_bytes, refs_version
              from repository_overview where repository_id = ?
            """)
        .param(repositoryId)
        .query((row, _) ->
            new Stored(
                new Overview(
                    ObjectId.fromRaw(row.getBytes(1)).name(),
                    row.getInt(2),
                    row.getString(3),
                    languages(row)),
                row.getObject(6, Long.class)))
        .optional();
  }

  private static List<Language> languages(ResultSet row) throws SQLException {
    Object[] names = elements(row.getArray(4));
    Object[] bytes = elements(row.getArray(5));
    List<Language> languages = new ArrayList<>();
    for (int i = 0; i < Math.min(names.length, bytes.length); i++) {
      languages.add(new Language((String) names[i], (Long) bytes[i]));
    }
    return List.copyOf(languages);
  }

  private static Object[] elements(Array array) throws SQLException {
    return (Object[]) array.getArray();
  }

  /** Counts without limits, and again if a push came meanwhile. */
  void count(long repositoryId) throws IOException {
    long counted = -1;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      try (OpenRepository open = repositories.open(repositoryId)) {
        ObjectId tip = tip(open);
        if (tip == null || open.refs().version() == counted) {
          return;
        }
        counted = open.refs().version();
        count(open, tip, find(open.id()), CountLimits.NONE);
      } catch (ExceededException e) {
        throw new IllegalStateException("A count without limits has exceeded one", e);
      }
    }
  }

  private Overview count(
      OpenRepository open, ObjectId tip, Optional<Stored> stored, CountLimits limits)
      throws IOException, ExceededException {
    // Earlier servers did not store all languages.
    Optional<Overview> before = stored.filter(it -> it.refsVersion() != null).map(Stored::overview);
    try (ObjectReader reader = open.newObjectReader()) {
      Overview overview =
          new Overview(
              tip.name(),
              CommitCount.of(reader, tip, before.orElse(null), limits),
              tags.of(open.refs(), reader, limits),
              LanguageCount.of(reader, tip, before, limits));
      save(open, overview);
      return overview;
    }
  }

  private static @Nullable ObjectId tip(OpenRepository open) {
    RefSnapshot.Entry head = open.refs().head().orElse(null);
    if (head == null) {
      return null;
    }
    ObjectId peeled = head.peeled();
    return peeled == null ? head.id() : peeled;
  }

  private void save(OpenRepository open, Overview overview) {
    byte[] commit = new byte[Constants.OBJECT_ID_LENGTH];
    overview.tip().copyRawTo(commit, 0);
    List<Language> languages = overview.languages();
    try {
      jdbc.sql(
              """
              insert into repository_overview as stored
                (repository_id, commit_id, commits, latest_tag, languages, language_bytes,
                 refs_version)
              values (:repository, :commit, :commits, :tag, :languages, :bytes, :version)
              on conflict (repository_id) do update
                 set commit_id = excluded.commit_id, commits = excluded.commits,
                     latest_tag = excluded.latest_tag, languages = excluded.languages,
                     language_bytes = excluded.language_bytes,
                     refs_version = excluded.refs_version
               where stored.refs_version is null or stored.refs_version <= excluded.refs_version
              """)
          .param("repository", open.id())
          .param("commit", commit)
          .param("commits", overview.commits())
          .param("tag", overview.latestTag())
          .param("languages", languages.stream().map(Language::name).toArray(String[]::new))
          .param("bytes", languages.stream().map(Language::bytes).toArray(Long[]::new))
          .param("version", open.refs().version())
          .update();
    } catch (DataIntegrityViolationException e) {
      // The repository was purged meanwhile.
    }
  }
}

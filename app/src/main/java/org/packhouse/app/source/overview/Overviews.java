package org.packhouse.app.source.overview;

import java.io.IOException;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.overview.Overview.Language;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Stores overviews: requests read them, background tasks count. */
@Service
public class Overviews {

  private static final int MAX_ROUNDS = 5;

  private final JdbcClient jdbc;
  private final OpenRepositories repositories;

  Overviews(JdbcClient jdbc, OpenRepositories repositories) {
    this.jdbc = jdbc;
    this.repositories = repositories;
  }

  /** Returns the last overview; empty: not counted yet. */
  public Optional<Overview> find(long repositoryId) {
    return jdbc.sql(
            """
            select commit_id, commits, latest_tag, languages, language_bytes
              from repository_overview where repository_id = ?
            """)
        .param(repositoryId)
        .query((row, _) ->
            new Overview(
                ObjectId.fromRaw(row.getBytes(1)).name(),
                row.getInt(2),
                row.getString(3),
                languages(row)))
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

  /** Counts, and again if a push came meanwhile. */
  void count(long repositoryId) throws IOException {
    long counted = -1;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      try (OpenRepository open = repositories.open(repositoryId)) {
        if (open.refs().version() == counted) {
          return;
        }
        counted = open.refs().version();
        count(open);
      }
    }
  }

  private void count(OpenRepository open) throws IOException {
    ObjectId tip = open.refs().head().map(Overviews::commit).orElse(null);
    if (tip == null) {
      jdbc.sql("delete from repository_overview where repository_id = ?").param(open.id()).update();
      return;
    }
    Optional<Overview> before = find(open.id());
    try (ObjectReader reader = open.newObjectReader();
        HistoryWalk walk = new HistoryWalk(reader)) {
      RevCommit commit = OpenRepository.parseKnown(walk, tip);
      List<Language> languages =
          before.isPresent() && before.get().commit().equals(tip.name())
              ? before.get().languages()
              : LanguageCount.of(reader, commit.getTree());
      int commits = CommitCount.of(open, tip, before);
      save(open.id(), tip, commits, LatestTag.of(open).orElse(null), languages);
    }
  }

  private static ObjectId commit(RefSnapshot.Entry ref) {
    ObjectId peeled = ref.peeled();
    return peeled == null ? ref.id() : peeled;
  }

  private void save(
      long repositoryId,
      ObjectId tip,
      int commits,
      @Nullable String latestTag,
      List<Language> languages) {
    byte[] commit = new byte[Constants.OBJECT_ID_LENGTH];
    tip.copyRawTo(commit, 0);
    try {
      jdbc.sql(
              """
              insert into repository_overview
                (repository_id, commit_id, commits, latest_tag, languages, language_bytes)
              values (:repository, :commit, :commits, :tag, :languages, :bytes)
              on conflict (repository_id) do update
                 set commit_id = excluded.commit_id, commits = excluded.commits,
                     latest_tag = excluded.latest_tag, languages = excluded.languages,
                     language_bytes = excluded.language_bytes
              """)
          .param("repository", repositoryId)
          .param("commit", commit)
          .param("commits", commits)
          .param("tag", latestTag)
          .param("languages", languages.stream().map(Language::name).toArray(String[]::new))
          .param("bytes", languages.stream().map(Language::bytes).toArray(Long[]::new))
          .update();
    } catch (DataIntegrityViolationException e) {
      // The repository was purged meanwhile.
    }
  }
}

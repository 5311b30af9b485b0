package org.packhouse.app.source.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Searches commits of default branches by message, author or id prefix, latest first. */
@Service
public class CommitSearch {

  private static final int MAX_FOUND = 500;
  private static final Logger LOG = LoggerFactory.getLogger(CommitSearch.class);
  private static final Pattern ID = Pattern.compile("[0-9a-f]{7,40}");

  private final RepositorySearch readable;
  private final Repositories repositories;
  private final OpenRepositories openings;
  private final CommitLog log;
  private final JdbcClient jdbc;
  private final SearchRun run;

  CommitSearch(
      RepositorySearch readable,
      Repositories repositories,
      OpenRepositories openings,
      CommitLog log,
      JdbcClient jdbc,
      SearchRun run) {
    this.readable = readable;
    this.repositories = repositories;
    this.openings = openings;
    this.log = log;
    this.jdbc = jdbc;
    this.run = run;
  }

  public record CommitHit(Repository repository, Commit commit) {}

  private record Place(long repositoryId, ObjectId commit) {}

  /** Searches; finds {@value #MAX_FOUND} commits at most. */
  public Page<CommitHit> find(Caller caller, SearchQuery query, PageRequest page) {
    List<Long> ids = readable.readableIds(caller, query.project(), query.repository());
    if (ids.isEmpty() || page.start() >= MAX_FOUND) {
      return Page.ofOneMore(page, List.of());
    }
    Page<Place> read = Page.ofOneMore(page, run.read(() -> places(ids, query, page)));
    List<Place> places = read.values();
    Map<Long, Repository> found =
        repositories
            .findAllById(places.stream().map(Place::repositoryId).collect(Collectors.toSet()))
            .stream()
            .collect(Collectors.toMap(Repository::id, Function.identity()));
    List<CommitHit> hits = new ArrayList<>();
    for (Place place : places) {
      Repository repository = found.get(place.repositoryId());
      if (repository != null) {
        read(repository, place.commit(), hits);
      }
    }
    return new Page<>(
        hits.size(),
        read.limit(),
        read.isLastPage(),
        List.copyOf(hits),
        read.start(),
        read.nextPageStart());
  }

  private List<Place> places(List<Long> ids, SearchQuery query, PageRequest page) {
    String only = query.terms().getFirst();
    return query.terms().size() == 1 && ID.matcher(only).matches()
        ? byId(ids, only, page)
        : byText(ids, query, page);
  }

  private List<Place> byId(List<Long> ids, String beginning, PageRequest page) {
    int digits = 2 * Constants.OBJECT_ID_LENGTH;
    String rest = "0".repeat(digits - beginning.length());
    String last = "f".repeat(digits - beginning.length());
    return jdbc.sql(
            """
            select repository_id, commit_id from search_commit
             where commit_id between :first and :last and repository_id = any(:repositories)
             order by committed_at desc, repository_id, commit_id offset :start limit :limit
            """)
        .param("first", HexFormat.of().parseHex(beginning + rest))
        .param("last", HexFormat.of().parseHex(beginning + last))
        .param("repositories", ids.toArray(Long[]::new))
        .param("start", page.start())
        .param("limit", page.oneMore())
        .query((row, _) -> new Place(row.getLong(1), ObjectId.fromRaw(row.getBytes(2))))
        .list();
  }

  private List<Place> byText(List<Long> ids, SearchQuery query, PageRequest page) {
    Map<String, Object> parameters = new HashMap<>();
    StringBuilder sql =
        new StringBuilder(
            """
            select repository_id, commit_id from search_commit
             where repository_id = any(:repositories)
            """);
    parameters.put("repositories", ids.toArray(Long[]::new));
    for (int i = 0; i < query.terms().size(); i++) {
      sql.append(" and content like :term").append(i);
      parameters.put("term" + i, LikePatterns.containing(query.terms().get(i)));
    }
    sql.append(" order by committed_at desc, repository_id, commit_id offset :start limit :limit");
    parameters.put("start", page.start());
    parameters.put("limit", page.oneMore());
    return jdbc.sql(sql.toString())
        .params(parameters)
        .query((row, _) -> new Place(row.getLong(1), ObjectId.fromRaw(row.getBytes(2))))
        .list();
  }

  private void read(Repository repository, ObjectId commit, List<CommitHit> hits) {
    try (OpenRepository open = openings.open(repository.id())) {
      hits.add(new CommitHit(repository, log.readListed(open, commit.name())));
    } catch (IOException e) {
      LOG.debug("Commit {} of repository {} is gone", commit.name(), repository.id(), e);
    }
  }
}

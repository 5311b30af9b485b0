package org.packhouse.app.source.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.storage.content.Blobs;
import org.packhouse.app.storage.content.FileContent;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Searches files of default branches that the caller may read. The index only locates files. */
@Service
public class CodeSearch {

  public static final int MAX_FOUND = 500;

  private static final Logger LOG = LoggerFactory.getLogger(CodeSearch.class);

  private final RepositorySearch readable;
  private final Repositories repositories;
  private final OpenRepositories openings;
  private final Blobs blobs;
  private final JdbcClient jdbc;
  private final SearchRun run;

  CodeSearch(
      RepositorySearch readable,
      Repositories repositories,
      OpenRepositories openings,
      Blobs blobs,
      JdbcClient jdbc,
      SearchRun run) {
    this.readable = readable;
    this.repositories = repositories;
    this.openings = openings;
    this.blobs = blobs;
    this.jdbc = jdbc;
    this.run = run;
  }

  /** A page of found files; {@code found} counts all, {@code start} those before the page. */
  public record Hits(List<CodeHit> hits, int found, boolean more, int start) {
    public boolean isLast() {
      return start + hits.size() >= found;
    }
  }

  private record Place(long repositoryId, String path, ObjectId blob) {}

  public Hits find(Caller caller, SearchQuery query, PageRequest page) {
    List<Long> ids = readable.readableIds(caller, query.project(), query.repository());
    List<Place> places = ids.isEmpty() ? List.of() : run.read(() -> places(ids, query));
    Map<Long, Repository> found =
        repositories
            .findAllById(places.stream().map(Place::repositoryId).collect(Collectors.toSet()))
            .stream()
            .collect(Collectors.toMap(Repository::id, Function.identity()));
    List<Place> ordered =
        places.stream()
            .filter(place -> found.containsKey(place.repositoryId()))
            .limit(MAX_FOUND)
            .sorted(order(query, found))
            .toList();
    int from = Math.min(page.start(), ordered.size());
    int to = (int) Math.min((long) from + page.limit(), ordered.size());
    List<CodeHit> hits = hits(ordered.subList(from, to), found, query);
    return new Hits(hits, ordered.size(), places.size() > MAX_FOUND, from);
  }

  private static Comparator<Place> order(SearchQuery query, Map<Long, Repository> found) {
    return Comparator.<Place, Boolean>comparing(
            place -> {
              String name =
                  IndexedFiles.lower(place.path().substring(place.path().lastIndexOf('/') + 1));
              return query.terms().stream().noneMatch(name::contains);
            })
        .thenComparing(place -> path(found, place))
        .thenComparing(Place::path);
  }

  private static String path(Map<Long, Repository> found, Place place) {
    Repository repository = found.get(place.repositoryId());
    return repository == null ? "" : repository.path();
  }

  private List<Place> places(List<Long> ids, SearchQuery query) {
    Map<String, Object> parameters = new HashMap<>();
    StringBuilder sql =
        new StringBuilder(
            """
            select repository_id, path, blob_id from search_file
             where repository_id = any(:repositories)
            """);
    parameters.put("repositories", ids.toArray(Long[]::new));
    for (int i = 0; i < query.terms().size(); i++) {
      sql.append(" and content like :term").append(i);
      parameters.put("term" + i, LikePatterns.containing(query.terms().get(i)));
    }
    String path = query.path();
    if (path != null) {
      sql.append(" and lower(path) like :path");
      parameters.put("path", LikePatterns.containing(path));
    }
    List<String> endings = query.endings();
    if (endings != null) {
      sql.append(" and lower(path) like any(:endings)");
      parameters.put("endings", endings.stream().map(LikePatterns::ending).toArray(String[]::new));
    }
    sql.append(" limit ").append(MAX_FOUND + 1);
    return jdbc.sql(sql.toString())
        .params(parameters)
        .query((row, _) ->
            new Place(row.getLong(1), row.getString(2), ObjectId.fromRaw(row.getBytes(3))))
        .list();
  }

  private List<CodeHit> hits(List<Place> places, Map<Long, Repository> found, SearchQuery query) {
    List<CodeHit> hits = new ArrayList<>();
    Map<Long, List<Place>> byRepository =
        places.stream().collect(Collectors.groupingBy(Place::repositoryId));
    Map<Place, CodeHit> read = new HashMap<>();
    byRepository.forEach((id, some) -> {
      Repository repository = found.get(id);
      if (repository != null) {
        read(repository, some, query, read);
      }
    });
    for (Place place : places) {
      Optional.ofNullable(read.get(place)).ifPresent(hits::add);
    }
    return List.copyOf(hits);
  }

  private void read(
      Repository repository, List<Place> places, SearchQuery query, Map<Place, CodeHit> read) {
    try (OpenRepository open = openings.open(repository.id())) {
      for (Place place : places) {
        read.put(place, hit(open, repository, place, query));
      }
    } catch (IOException e) {
      LOG.warn(
          "Lines that were searched for cannot be read from repository {}", repository.id(), e);
    }
  }

  private CodeHit hit(OpenRepository open, Repository repository, Place place, SearchQuery query)
      throws IOException {
    FileContent content = blobs.read(open, place.blob().name(), SearchIndex.MAX_FILE_SIZE);
    HitLines.Found lines =
        content instanceof FileContent.Text text
            ? HitLines.in(text.lines(), query.terms())
            : new HitLines.Found(List.of(), 0);
    return new CodeHit(
        repository,
        TreePath.of(place.path()),
        HitLines.parts(place.path(), query.terms()),
        lines.contexts(),
        lines.count());
  }
}

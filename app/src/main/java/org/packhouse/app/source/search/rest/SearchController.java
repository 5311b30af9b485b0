package org.packhouse.app.source.search.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryFilter;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.search.CodeHit;
import org.packhouse.app.source.search.CodeHit.Line;
import org.packhouse.app.source.search.CodeHit.Part;
import org.packhouse.app.source.search.CodeSearch;
import org.packhouse.app.source.search.SearchQuery;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** REST: searches for code and repositories. */
@RestController
@RequestMapping(RestPaths.SEARCH)
class SearchController {

  private static final int MAX_LIMIT = 100;

  private final CodeSearch code;
  private final RepositorySearch repositories;
  private final RepositoryViews views;

  SearchController(CodeSearch code, RepositorySearch repositories, RepositoryViews views) {
    this.code = code;
    this.repositories = repositories;
    this.views = views;
  }

  /** The request; without entities it searches code. */
  record Body(@Nullable String query, @Nullable Entities entities, @Nullable Limits limits) {}

  record Entities(@Nullable Slice code, @Nullable Slice repositories) {
    record Slice(@Nullable Integer start, @Nullable Integer limit) {}
  }

  /** Page sizes of the first kind and of the others. */
  record Limits(@Nullable Integer primary, @Nullable Integer secondary) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Results(
      Map<String, String> scope,
      @Nullable Found<FileView> code,
      @Nullable Found<RepositoryView> repositories,
      Map<String, Boolean> query) {}

  /** A page of results; {@code nextStart} is null on the last. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Found<T>(
      String category,
      @JsonProperty("isLastPage") boolean isLastPage,
      int count,
      int start,
      @Nullable Integer nextStart,
      List<T> values) {}

  /** A file. Lines are HTML with the terms emphasised. */
  record FileView(
      RepositoryView repository,
      String file,
      List<List<LineView>> hitContexts,
      List<PathPart> pathMatches,
      int hitCount) {}

  record LineView(int line, String text) {}

  record PathPart(String text, boolean match) {}

  @Open("finds what the caller may read")
  @PostMapping("/search")
  Results search(Caller caller, @RequestBody Body body) {
    String query = body.query() == null ? "" : body.query();
    Entities asked = body.entities();
    Entities.Slice repositoriesPart = asked == null ? null : asked.repositories();
    Entities.Slice codePart = asked == null ? null : asked.code();
    if (codePart == null && repositoriesPart == null) {
      codePart = new Entities.Slice(null, null);
    }
    Integer limit = body.limits() == null ? null : body.limits().primary();
    return new Results(
        Map.of("type", "GLOBAL"),
        codePart == null ? null : files(caller, query, page(codePart, limit)),
        repositoriesPart == null
            ? null
            : repositories(caller, query, page(repositoriesPart, limit), codePart == null),
        Map.of("substituted", false));
  }

  private static PageRequest page(Entities.Slice part, @Nullable Integer limit) {
    Integer wanted = part.limit() == null ? limit : part.limit();
    return PageRequest.parse(
        part.start() == null ? null : part.start().toString(),
        wanted == null ? null : wanted.toString(),
        PageRequest.DEFAULT_LIMIT,
        MAX_LIMIT);
  }

  private Found<FileView> files(Caller caller, String query, PageRequest page) {
    CodeSearch.Hits hits = code.find(caller, SearchQuery.parse(query), page);
    List<RepositoryView> shown =
        views.of(hits.hits().stream().map(CodeHit::repository).distinct().toList());
    List<FileView> files =
        hits.hits().stream()
            .map(hit ->
                new FileView(
                    shown.stream()
                        .filter(view -> view.id() == hit.repository().id())
                        .findFirst()
                        .orElseThrow(),
                    hit.path().display(),
                    hit.contexts().stream()
                        .map(run -> run.stream().map(SearchController::line).toList())
                        .toList(),
                    hit.pathParts().stream()
                        .map(part -> new PathPart(part.text(), part.hit()))
                        .toList(),
                    hit.count()))
            .toList();
    return new Found<>(
        "primary",
        hits.isLast(),
        hits.found(),
        hits.start(),
        hits.isLast() ? null : hits.start() + hits.hits().size(),
        files);
  }

  private Found<RepositoryView> repositories(
      Caller caller, String query, PageRequest page, boolean primary) {
    String name = query.strip();
    if (name.isEmpty() || name.length() > SearchQuery.MAX_LENGTH) {
      throw new InvalidFieldException(
          "query",
          "A search has 1 to %d characters; this one has %d."
              .formatted(SearchQuery.MAX_LENGTH, name.length()));
    }
    RepositoryFilter filter =
        new RepositoryFilter(name, null, null, Permission.REPO_READ, null, null, null);
    Page<Repository> found = repositories.find(caller, filter, page);
    return new Found<>(
        primary ? "primary" : "secondary",
        found.isLastPage(),
        found.start() + found.size(),
        found.start(),
        found.nextPageStart(),
        views.of(found.values()));
  }

  private static LineView line(Line line) {
    StringBuilder html = new StringBuilder();
    for (Part part : line.parts()) {
      html.append(part.hit() ? "<em>" : "")
          .append(escaped(part.text()))
          .append(part.hit() ? "</em>" : "");
    }
    return new LineView(line.number(), html.toString());
  }

  private static String escaped(String text) {
    return HtmlUtils.htmlEscape(text, "UTF-8");
  }
}

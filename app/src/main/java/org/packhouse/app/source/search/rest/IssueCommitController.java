package org.packhouse.app.source.search.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.changes.rest.ChangeView;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.source.commit.rest.CommitViews;
import org.packhouse.app.source.issue.IssueKeys;
import org.packhouse.app.source.search.CommitSearch;
import org.packhouse.app.source.search.CommitSearch.CommitHit;
import org.packhouse.app.source.search.SearchQuery;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: commits of default branches whose messages name an issue. */
@RestController
@RequestMapping(RestPaths.JIRA + "/issues/{issueKey}/commits")
class IssueCommitController {

  /** Commits of a page: the trees of each are compared. */
  private static final int MAX_LIMIT = 25;

  private static final int MAX_CHANGES = 100;
  private static final int MAX_KEYS = 1000;

  private final CommitSearch search;
  private final OpenRepositories repositories;
  private final ChangeList changes;
  private final CommitViews commits;
  private final RepositoryViews views;
  private final ServerAddress address;

  IssueCommitController(
      CommitSearch search,
      OpenRepositories repositories,
      ChangeList changes,
      CommitViews commits,
      RepositoryViews views,
      ServerAddress address) {
    this.search = search;
    this.repositories = repositories;
    this.changes = changes;
    this.commits = commits;
    this.views = views;
    this.address = address;
  }

  record CommitName(String id, String displayId) {
    static CommitName of(String id) {
      return new CommitName(id, id.substring(0, 10));
    }
  }

  /** A commit with its changes; {@code fromCommit} is left out for a root commit. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ChangesetView(
      @Nullable CommitName fromCommit,
      CommitView toCommit,
      Page<ChangeView> changes,
      RepositoryView repository) {}

  /** A page may have fewer commits than its limit although another page follows. */
  @Open("finds what the caller may read")
  @GetMapping
  Page<ChangesetView> list(
      Caller caller,
      @PathVariable String issueKey,
      @RequestParam(defaultValue = "10") int maxChanges,
      PageRequest page)
      throws IOException {
    if (!IssueKeys.in(issueKey, 1).contains(issueKey)) {
      throw new InvalidFieldException(
          "issueKey",
          "The key of an issue has the form ABC-12, not %s."
              .formatted(InvalidFieldException.quote(issueKey)));
    }
    SearchQuery query = SearchQuery.parse(issueKey);
    PageRequest wanted = new PageRequest(page.start(), Math.min(MAX_LIMIT, page.limit()));
    Page<CommitHit> found = search.find(caller, query, wanted);
    List<CommitHit> hits = naming(issueKey, found);
    while (hits.isEmpty() && found.nextPageStart() != null) {
      wanted = new PageRequest(found.nextPageStart(), wanted.limit());
      found = search.find(caller, query, wanted);
      hits = naming(issueKey, found);
    }
    return new Page<>(
        hits.size(),
        found.limit(),
        found.isLastPage(),
        views(hits, new PageRequest(0, Math.clamp(maxChanges, 1, MAX_CHANGES))),
        page.start(),
        found.nextPageStart());
  }

  /** Filters exact keys: the index ignores case and word boundaries. */
  private static List<CommitHit> naming(String issueKey, Page<CommitHit> found) {
    return found.values().stream()
        .filter(hit -> IssueKeys.in(hit.commit().message(), MAX_KEYS).contains(issueKey))
        .toList();
  }

  private List<ChangesetView> views(List<CommitHit> hits, PageRequest shown) throws IOException {
    List<CommitView> named = commits.of(hits.stream().map(CommitHit::commit).toList());
    List<RepositoryView> places = views.of(hits.stream().map(CommitHit::repository).toList());
    List<ChangesetView> changesets = new ArrayList<>();
    for (int i = 0; i < hits.size(); i++) {
      Commit commit = hits.get(i).commit();
      String parent = commit.parents().isEmpty() ? null : commit.parents().getFirst();
      changesets.add(
          new ChangesetView(
              parent == null ? null : CommitName.of(parent),
              named.get(i),
              changes(hits.get(i).repository(), commit, shown),
              places.get(i)));
    }
    return changesets;
  }

  private Page<ChangeView> changes(Repository repository, Commit commit, PageRequest shown)
      throws IOException {
    String url =
        "%s/projects/%s/repos/%s/commits/%s"
            .formatted(
                address.baseUrl(), repository.project().key(), repository.slug(), commit.id());
    try (OpenRepository open = repositories.open(repository.id())) {
      return Page.ofAll(shown, changes.read(open, CommitRange.of(commit), PathChoice.ALL))
          .map(change -> ChangeView.of(change, url, null));
    }
  }
}

package org.packhouse.app.web.source.commit;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitPage;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.source.commit.MergeBases;
import org.packhouse.app.source.commit.NamedCommits;
import org.packhouse.app.source.commit.NamedCommits.Kind;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.diff.DiffAnnotations;
import org.packhouse.app.web.diff.DiffComments;
import org.packhouse.app.web.diff.DiffPages;
import org.packhouse.app.web.diff.DiffRequest;
import org.packhouse.app.web.diff.DiffSource;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Compares two branches, tags or commits. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record ComparePages(
    OpenRepositories repositories,
    Revisions revisions,
    NamedCommits names,
    MergeBases bases,
    CommitLog log,
    DiffPages diffs,
    CommitLists lists) {

  private static final int PAGE = 50;
  private static final int OFFERED = 200;

  /**
   * The compared revisions; {@code targetBranch} would receive the changes, null for the default
   * branch.
   */
  record Comparison(
      @Nullable String sourceBranch, @Nullable String targetBranch, @Nullable Integer start) {
    String source() {
      return sourceBranch == null ? "" : sourceBranch.strip();
    }

    int from() {
      return start == null ? 0 : Math.max(0, start);
    }
  }

  private record Ends(Revision source, Revision target) {
    Ends swapped() {
      return new Ends(/* source= */ target, /* target= */ source);
    }
  }

  @GetMapping({"/compare", "/compare/diff"})
  String diff(
      @Requires(Permission.REPO_READ) RepositoryView view,
      Comparison comparison,
      DiffRequest request,
      Model model,
      HttpServletResponse response)
      throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Optional<Ends> ends = ends(view, open, comparison, model, response);
      if (ends.isPresent()) {
        CommitRange range = range(open, ends.get());
        String page = address(view, "diff", ends.get());
        diffs.show(source(view, open, range, page), request, model);
      }
    }
    model.addAttribute("shows", "diff");
    return "source/compare";
  }

  /** Serves a part of the diff of two commits, given by their ids. */
  @GetMapping("/compare/part")
  String part(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam String since,
      @RequestParam String until,
      DiffRequest request,
      Model model)
      throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      CommitRange range = new CommitRange(find(open, since).commit(), find(open, until).commit());
      String page =
          address(
              view, "diff", new Ends(new Revision(range.until(), null), new Revision(since, null)));
      model.addAttribute("tab", "commits");
      return diffs.part(source(view, open, range, page), request, model);
    }
  }

  private Revision find(OpenRepository open, String id) throws IOException {
    return revisions.resolve(open, id).orElseThrow(() -> NotFoundException.ofRevision(id));
  }

  private static DiffSource source(
      RepositoryView view, OpenRepository open, CommitRange range, String page) {
    String parts =
        PathInUrl.join(
            view.link() + "/compare/part", "since=" + range.since(), "until=" + range.until());
    return new DiffSource(
        open,
        range,
        DiffSource.Places.of(view, range, page, parts),
        DiffComments.NONE,
        DiffAnnotations.NONE);
  }

  @GetMapping("/compare/commits")
  String commits(
      @Requires(Permission.REPO_READ) RepositoryView view,
      Comparison comparison,
      Model model,
      HttpServletResponse response)
      throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Optional<Ends> ends = ends(view, open, comparison, model, response);
      if (ends.isPresent()) {
        LogQuery query =
            LogQuery.between(ends.get().target().commit(), ends.get().source().commit());
        CommitPage page = log.page(open, query, comparison.from(), PAGE);
        String address = address(view, "commits", ends.get());
        lists.show(view, open, page.commits(), model);
        model.addAttribute(
            "nextUrl", page.hasMore() ? address + "&start=" + page.nextStart() : null);
      }
    }
    model.addAttribute("shows", "commits");
    return "source/compare";
  }

  /** Finds both revisions; a missing one is an error on the page. */
  private Optional<Ends> ends(
      RepositoryView view,
      OpenRepository open,
      Comparison comparison,
      Model model,
      HttpServletResponse response)
      throws IOException {
    Optional<Revision> target = revisions.resolve(open, comparison.targetBranch());
    Optional<Revision> source =
        comparison.source().isEmpty()
            ? Optional.empty()
            : revisions.resolve(open, comparison.source());
    Map<String, String> errors = new HashMap<>();
    String targetText =
        target.map(Revision::displayId).orElse(String.valueOf(comparison.targetBranch()));
    if (target.isEmpty()
        && comparison.targetBranch() != null
        && !comparison.targetBranch().isEmpty()) {
      errors.put("targetBranch", missing(targetText));
    }
    if (source.isEmpty() && !comparison.source().isEmpty()) {
      errors.put("sourceBranch", missing(comparison.source()));
    }
    if (!errors.isEmpty()) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
    }
    model.addAttribute("tab", "commits");
    model.addAttribute("errors", errors);
    model.addAttribute("source", source.map(Revision::displayId).orElse(comparison.source()));
    model.addAttribute(
        "target", target.isEmpty() && comparison.targetBranch() == null ? "" : targetText);
    model.addAttribute("offered", offered(open));
    model.addAttribute("action", view.link() + "/compare/diff");
    if (source.isEmpty() || target.isEmpty()) {
      return Optional.empty();
    }
    Ends ends = new Ends(source.get(), target.get());
    model.addAttribute("swapUrl", address(view, "diff", ends.swapped()));
    model.addAttribute("diffUrl", address(view, "diff", ends));
    model.addAttribute("createUrl", create(view, ends));
    model.addAttribute("commitsUrl", address(view, "commits", ends));
    return Optional.of(ends);
  }

  private CommitRange range(OpenRepository open, Ends ends) throws IOException {
    String source = ends.source().commit();
    String target = ends.target().commit();
    String base = bases.find(open, source, target).map(Commit::id).orElse(target);
    return new CommitRange(base, source);
  }

  private List<String> offered(OpenRepository open) {
    List<String> offered = new ArrayList<>(names.names(open, Kind.BRANCH, "", 0, OFFERED));
    offered.addAll(names.names(open, Kind.TAG, "", 0, OFFERED));
    return offered;
  }

  private static String address(RepositoryView view, String page, Ends ends) {
    return PathInUrl.join(
        view.link() + "/compare/" + page,
        "sourceBranch=" + Links.encode(ends.source().at()),
        "targetBranch=" + Links.encode(ends.target().at()));
  }

  /**
   * Returns the page that opens a pull request; null unless both are branches and the caller may.
   */
  private static @Nullable String create(RepositoryView view, Ends ends) {
    boolean possible =
        ends.source().isBranch()
            && ends.target().isBranch()
            && view.caller().user() != null
            && !view.repository().archived();
    return possible
        ? PathInUrl.join(
            view.link() + "/pull-requests",
            "create",
            "sourceBranch=" + Links.encode(ends.source().at()),
            "targetBranch=" + Links.encode(ends.target().at()),
            "targetRepoId=" + view.repository().id())
        : null;
  }

  private static String missing(String name) {
    return "There is no branch, tag or reachable commit '%s' in this repository.".formatted(name);
  }
}

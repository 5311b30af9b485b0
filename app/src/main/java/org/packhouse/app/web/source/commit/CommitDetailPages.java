package org.packhouse.app.web.source.commit;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.comment.Watches;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.diff.DiffAnnotations;
import org.packhouse.app.web.diff.DiffPages;
import org.packhouse.app.web.diff.DiffRequest;
import org.packhouse.app.web.diff.DiffSource;
import org.packhouse.app.web.insight.CommitReports;
import org.packhouse.app.web.insight.ReportRow;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;

/** One commit: its diff, comments and reports. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record CommitDetailPages(
    OpenRepositories repositories,
    Revisions revisions,
    CommitLog log,
    DiffPages diffs,
    Annotations annotations,
    CommitLists lists,
    MessageText text) {

  @Component
  record Annotations(CommitDiffComments.Reader comments, CommitReports reports, Watches watches) {}

  @GetMapping("/commits/{id}")
  String commit(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable String id,
      DiffRequest request,
      Model model)
      throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Commit commit = find(open, id);
      UnaryOperator<String> html = text.ofMessages(List.of(commit.message()), view);
      model.addAttribute("commit", commit);
      model.addAttribute("subject", html.apply(commit.subject()));
      model.addAttribute("body", html.apply(commit.body()));
      lists.showPeople(view, open, List.of(commit), model);
      WatchPages.show(annotations.watches(), view, commit.id(), model);
      model.addAttribute("browseUrl", view.link() + "/browse?at=" + commit.id());
      List<ReportRow> reports = annotations.reports().of(view, commit.id());
      model.addAttribute("reports", reports);
      model.addAttribute("reportsUrl", CommitReports.url(view, commit.id()));
      DiffAnnotations remarks =
          reports.isEmpty()
              ? DiffAnnotations.NONE
              : annotations.reports().annotations(view, commit.id());
      diffs.show(source(view, open, commit, remarks, model), request, model);
      model.addAttribute("scripts", List.of("/assets/parts.js", "/assets/pullrequest.js"));
    }
    return "source/commit";
  }

  /** Serves a part of the diff: some of its files, the lines of one, or hidden lines. */
  @GetMapping("/commits/{id}/part")
  String part(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable String id,
      DiffRequest request,
      Model model)
      throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Commit commit = find(open, id);
      DiffAnnotations remarks = annotations.reports().annotations(view, commit.id());
      return diffs.part(source(view, open, commit, remarks, model), request, model);
    }
  }

  private Commit find(OpenRepository open, String id) throws IOException {
    Revision revision =
        revisions.resolve(open, id).orElseThrow(() -> NotFoundException.ofRevision(id));
    return log.read(open, revision.commit());
  }

  private DiffSource source(
      RepositoryView view,
      OpenRepository open,
      Commit commit,
      DiffAnnotations remarks,
      Model model) {
    CommitRange range = CommitRange.of(commit);
    String address = view.link() + "/commits/" + commit.id();
    model.addAttribute("tab", "commits");
    model.addAttribute("commentsUrl", address + "/comments");
    return new DiffSource(
        open,
        range,
        DiffSource.Places.of(view, range, address, address + "/part"),
        annotations
            .comments()
            .read(view, range, CommentPages.mayComment(view) ? address + "/comments/new" : null),
        remarks);
  }
}

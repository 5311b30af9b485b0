package org.packhouse.app.web.insight;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.insight.CountedAnnotation;
import org.packhouse.app.review.insight.Insights;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.Locations;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The page of the reports on a commit: all with some annotations, or one with all. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record ReportPages(
    OpenRepositories repositories,
    Revisions revisions,
    CommitLog log,
    CommitReports reports,
    Insights insights) {

  private static final int FEW = 20;

  private static final int ALL = 1_000;

  record Section(ReportRow report, List<AnnotationRow> annotations, int total) {}

  @GetMapping("/commits/{id}/reports")
  String show(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable String id,
      @RequestParam(required = false) @Nullable String report,
      Model model)
      throws IOException {
    Commit commit = find(view, id);
    List<ReportRow> shown =
        reports.of(view, commit.id()).stream()
            .filter(row -> report == null || row.key().equals(report))
            .toList();
    if (report != null && shown.isEmpty()) {
      throw new NotFoundException(
          "The commit %s has no report '%s'.".formatted(commit.displayId(), report));
    }
    model.addAttribute("sections", sections(view, commit.id(), shown, report));
    model.addAttribute("commit", commit);
    model.addAttribute("commitUrl", view.link() + "/commits/" + commit.id());
    model.addAttribute("allUrl", report == null ? null : CommitReports.url(view, commit.id()));
    model.addAttribute("tab", "commits");
    return "insight/reports";
  }

  private Commit find(RepositoryView view, String id) throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Revision revision =
          revisions
              .resolve(open, id)
              .orElseThrow(() -> new NotFoundException("There is no commit '%s'.".formatted(id)));
      return log.read(open, revision.commit());
    }
  }

  private List<Section> sections(
      RepositoryView view, String commit, List<ReportRow> shown, @Nullable String key) {
    if (shown.isEmpty()) {
      return List.of();
    }
    Locations files = Locations.of(view, commit);
    Map<String, List<CountedAnnotation>> annotations =
        insights.ofReports(view.repository().id(), commit, key, key == null ? FEW : ALL).stream()
            .collect(Collectors.groupingBy(remark -> remark.annotation().reportKey()));
    return shown.stream()
        .map(report -> section(report, annotations.getOrDefault(report.key(), List.of()), files))
        .toList();
  }

  private static Section section(
      ReportRow report, List<CountedAnnotation> annotations, Locations files) {
    return new Section(
        report,
        annotations.stream().map(remark -> AnnotationRow.of(remark, files)).toList(),
        annotations.isEmpty() ? 0 : annotations.getFirst().total());
  }
}

package org.packhouse.app.web.insight;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.app.review.insight.CountedAnnotation;
import org.packhouse.app.review.insight.Insights;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.diff.DiffAnnotation;
import org.packhouse.app.web.diff.DiffAnnotations;
import org.springframework.stereotype.Component;

/** Reads reports on commits, and their annotations, for pages. */
@Component
public class CommitReports {

  /** Prefixes that programs put before paths, which Git's paths lack. */
  private static final List<String> ROOTS = List.of("", "./", "/");

  private final Insights insights;

  CommitReports(Insights insights) {
    this.insights = insights;
  }

  /** Returns the URL of the page with the reports on a commit, without the context path. */
  public static String url(RepositoryView view, String commit) {
    return view.link() + "/commits/" + commit + "/reports";
  }

  public List<ReportRow> of(RepositoryView view, String commit) {
    String url = url(view, commit);
    return insights.reports(view.repository().id(), commit).stream()
        .map(report -> ReportRow.of(report, url))
        .toList();
  }

  /** Returns the annotations of a commit, read in one statement for each group of files. */
  public DiffAnnotations annotations(RepositoryView view, String commit) {
    return paths -> read(view, commit, paths);
  }

  private Map<TreePath, DiffAnnotations.OfFile> read(
      RepositoryView view, String commit, Collection<TreePath> paths) {
    Map<String, TreePath> names = new HashMap<>();
    paths.forEach(path -> ROOTS.forEach(root -> names.put(root + path.display(), path)));
    Map<TreePath, List<DiffAnnotation>> found = new HashMap<>();
    Map<String, Integer> others = new HashMap<>();
    for (CountedAnnotation remark :
        insights.inFiles(view.repository().id(), commit, names.keySet())) {
      String name = String.valueOf(remark.annotation().path());
      TreePath path = names.get(name);
      if (path != null) {
        found.computeIfAbsent(path, _ -> new ArrayList<>()).add(AnnotationRow.note(remark));
        others.merge(name, remark.total() - 1, (left, _) -> left - 1);
      }
    }
    Map<TreePath, Integer> left = new HashMap<>();
    others.forEach((name, count) -> left.merge(names.get(name), count, Integer::sum));
    Map<TreePath, DiffAnnotations.OfFile> files = new HashMap<>();
    found.forEach((path, annotations) ->
        files.put(
            path,
            new DiffAnnotations.OfFile(
                annotations, left.getOrDefault(path, 0), url(view, commit))));
    return files;
  }
}

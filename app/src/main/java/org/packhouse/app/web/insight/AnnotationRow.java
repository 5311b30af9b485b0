package org.packhouse.app.web.insight;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.insight.CountedAnnotation;
import org.packhouse.app.review.insight.InsightAnnotation;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Locations;
import org.packhouse.app.web.diff.DiffAnnotation;

/** An annotation on the page of its report; untrusted text. */
record AnnotationRow(@Nullable String place, @Nullable String placeUrl, DiffAnnotation note) {

  static AnnotationRow of(CountedAnnotation remark, Locations files) {
    InsightAnnotation it = remark.annotation();
    return new AnnotationRow(place(it), placeUrl(it, files), note(remark));
  }

  static DiffAnnotation note(CountedAnnotation remark) {
    InsightAnnotation it = remark.annotation();
    return new DiffAnnotation(
        it.line(),
        remark.title(),
        it.remark().message(),
        word(it.severity()),
        color(it.severity()),
        word(it.remark().type()),
        it.remark().link());
  }

  private static @Nullable String place(InsightAnnotation it) {
    return it.path() == null || it.line() == 0 ? it.path() : it.path() + ", line " + it.line();
  }

  private static @Nullable String placeUrl(InsightAnnotation it, Locations files) {
    if (it.path() == null) {
      return null;
    }
    try {
      String url = files.browse(TreePath.of(it.path()));
      return it.line() == 0 ? url : url + "#" + it.line();
    } catch (TreePath.InvalidPathException _) {
      return null;
    }
  }

  private static String word(Severity severity) {
    return switch (severity) {
      case LOW -> "Low";
      case MEDIUM -> "Medium";
      case HIGH -> "High";
    };
  }

  private static String color(Severity severity) {
    return switch (severity) {
      case LOW -> "open";
      case MEDIUM -> "warning";
      case HIGH -> "bad";
    };
  }

  private static @Nullable String word(InsightAnnotation.@Nullable Type type) {
    return switch (type) {
      case null -> null;
      case VULNERABILITY -> "Vulnerability";
      case CODE_SMELL -> "Code smell";
      case BUG -> "Bug";
    };
  }
}

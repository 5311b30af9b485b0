package org.packhouse.app.web.project;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.build.AcceptedReporters.ReporterNames;
import org.packhouse.app.web.Forms;

/**
 * The reporters that a merge condition accepts. Commas or spaces separate users and ids of tokens,
 * commas or line breaks separate groups.
 */
public record ReporterForm(
    @Nullable String reporterUsers,
    @Nullable String reporterGroups,
    @Nullable String reporterTokens) {

  static final ReporterForm EMPTY = new ReporterForm("", "", "");

  static ReporterForm of(@Nullable ReporterNames names) {
    return names == null
        ? EMPTY
        : new ReporterForm(joined(names.users()), joined(names.groups()), joined(names.tokens()));
  }

  private static String joined(List<String> names) {
    return String.join(", ", names);
  }

  ReporterNames reporters() {
    return new ReporterNames(
        Forms.words(reporterUsers), Forms.names(reporterGroups), Forms.words(reporterTokens));
  }
}

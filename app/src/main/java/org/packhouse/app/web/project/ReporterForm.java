package org.packhouse.app.web.project;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.build.ReporterNames;
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
        names(reporterUsers, "[,\\s]+"),
        names(reporterGroups, "\\s*[,\\n]\\s*"),
        names(reporterTokens, "[,\\s]+"));
  }

  private static List<String> names(@Nullable String typed, String between) {
    String text = Forms.text(typed);
    return text == null
        ? List.of()
        : Stream.of(text.split(between, -1)).filter(name -> !name.isBlank()).toList();
  }
}

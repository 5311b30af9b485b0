package org.packhouse.app.review.build.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.build.AcceptedReporters.ReporterNames;

/** The reporters that a condition accepts, in the REST API. */
public record ReportersBody(
    @Nullable List<String> users, @Nullable List<String> groups, @Nullable List<String> tokens) {

  public static @Nullable ReportersBody of(@Nullable ReporterNames names) {
    return names == null ? null : new ReportersBody(names.users(), names.groups(), names.tokens());
  }

  public ReporterNames names() {
    return new ReporterNames(
        users == null ? List.of() : users,
        groups == null ? List.of() : groups,
        tokens == null ? List.of() : tokens);
  }
}

package org.packhouse.app.platform.rest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one form of a REST path that handlers know. Clients also write {@code .} segments, a slash at
 * the end, {@code users/slug/repos} for {@code projects/~slug/repos}, and behind {@code
 * compare/diff} and {@code compare/diff-stats-summary} a file's path without a slash or a dot for
 * the root. Percent-encoded as it came.
 */
record RestPathForm(String path, boolean namesUser) {

  private static final int OWNER = 4;
  private static final int COMPARED = 9;
  private static final List<String> COMPARISONS = List.of("diff-stats-summary", "diff");

  /** Normalises a percent-encoded path; null if it has the form already, or is not of REST. */
  static @Nullable RestPathForm of(String path) {
    if (!path.startsWith("/rest/")) {
      return null;
    }
    List<String> segments = new ArrayList<>(Arrays.asList(path.split("/", -1)));
    boolean changed = segments.removeIf(RestPathForm::isDot);
    changed |= removeLastSlash(segments);
    changed |= renameVersion(segments);
    boolean user =
        segments.size() > OWNER + 2
            && segments.get(OWNER).equals("users")
            && segments.get(OWNER + 2).equals("repos");
    if (user) {
      String slug = segments.get(OWNER + 1);
      segments.set(OWNER, "projects");
      segments.set(OWNER + 1, slug.startsWith("~") || slug.startsWith("%7E") ? slug : "~" + slug);
    }
    boolean split = splitComparison(segments);
    return changed || user || split ? new RestPathForm(String.join("/", segments), user) : null;
  }

  private static boolean removeLastSlash(List<String> segments) {
    boolean slash = segments.size() > OWNER && segments.getLast().isEmpty();
    if (slash) {
      segments.removeLast();
    }
    return slash;
  }

  /** Branch permissions have versions of their own. */
  private static boolean renameVersion(List<String> segments) {
    boolean renamed =
        segments.size() > OWNER
            && segments.get(2).equals("branch-permissions")
            && segments.get(OWNER - 1).equals("2.0");
    if (renamed) {
      segments.set(OWNER - 1, "latest");
    }
    return renamed;
  }

  private static boolean isDot(String segment) {
    return segment.equals(".") || segment.equalsIgnoreCase("%2e");
  }

  private static boolean splitComparison(List<String> segments) {
    if (segments.size() <= COMPARED || !segments.get(COMPARED - 1).equals("compare")) {
      return false;
    }
    String last = segments.get(COMPARED);
    for (String comparison : COMPARISONS) {
      if (last.equals(comparison)) {
        return false;
      }
      if (last.startsWith(comparison)) {
        segments.set(COMPARED, comparison);
        String first = last.substring(comparison.length());
        if (!isDot(first)) {
          segments.add(COMPARED + 1, first);
        }
        return true;
      }
    }
    return false;
  }
}

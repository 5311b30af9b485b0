package org.packhouse.app.web;

import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.layout.Links;

/**
 * A path as it stands in a URL: after the page's own path, or, as URLs of pages are refused whose
 * path is no UTF-8 or has line breaks, and proxies refuse or change more, percent-encoded once more
 * in the parameter {@code bytes}.
 */
public final class PathInUrl {

  private PathInUrl() {}

  /** What follows the page's own path. */
  public static String suffix(TreePath path) {
    return path.isRoot() || !isText(path) ? "" : "/" + path.url();
  }

  /** A parameter for the query that goes with {@link #suffix}; empty if there is none. */
  public static String besideSuffix(TreePath path) {
    return isText(path) ? "" : parameter(path);
  }

  /** A parameter for the query that holds the path; empty for the root. */
  public static String parameter(TreePath path) {
    if (path.isRoot()) {
      return "";
    }
    return isText(path)
        ? "path=" + Links.encode(path.display())
        : "bytes=" + Links.encode(path.url());
  }

  /** Puts parameters behind a path, which may have some already, leaving out the empty ones. */
  public static String join(String path, String... parameters) {
    StringBuilder url = new StringBuilder(path);
    char separator = path.indexOf('?') < 0 ? '?' : '&';
    for (String parameter : parameters) {
      if (!parameter.isEmpty()) {
        url.append(separator).append(parameter);
        separator = '&';
      }
    }
    return url.toString();
  }

  private static boolean isText(TreePath path) {
    return path.isText()
        && path.display().chars().noneMatch(c -> c == '\\' || Character.isISOControl(c));
  }
}

package org.packhouse.app.web;

import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.layout.Links;

/**
 * The form of a path in URLs: behind the page's own path, or percent-encoded once more in the
 * parameter {@code bytes}. The latter serves paths that are not UTF-8 or have line breaks, which
 * Spring refuses in URLs, and characters that proxies refuse or change.
 */
public final class PathInUrl {

  private PathInUrl() {}

  /** Returns the part behind the page's own path; empty if {@link #besideSuffix} has the path. */
  public static String suffix(TreePath path) {
    return path.isRoot() || !isText(path) ? "" : "/" + path.url();
  }

  /** Returns the query parameter that goes with {@link #suffix}; empty if none is needed. */
  public static String besideSuffix(TreePath path) {
    return isText(path) ? "" : parameter(path);
  }

  /** Returns the query parameter that names the path; empty for the root. */
  public static String parameter(TreePath path) {
    if (path.isRoot()) {
      return "";
    }
    return isText(path)
        ? "path=" + Links.encode(path.display())
        : "bytes=" + Links.encode(path.url());
  }

  /** Returns the URL of a page about a path. */
  public static String of(String page, TreePath path, String... parameters) {
    return join(join(page + suffix(path), parameters), besideSuffix(path));
  }

  /** Appends the parameters that are not empty to a path, which may have a query already. */
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

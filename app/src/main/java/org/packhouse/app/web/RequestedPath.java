package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import org.packhouse.app.storage.content.TreePath;

/** Reads the path inside the repository from a URL, byte by byte as the browser sent it. */
public final class RequestedPath {

  /** {@code /projects/KEY/repos/slug/browse} and its like. */
  private static final int SEGMENTS_BEFORE = 5;

  private RequestedPath() {}

  /** The path that a parameter names: {@code path}, or {@code bytes} as {@link PathInUrl} says. */
  public static TreePath ofParameters(HttpServletRequest request) {
    String bytes = request.getParameter("bytes");
    String path = request.getParameter("path");
    if (bytes != null) {
      return TreePath.ofUrl(bytes);
    }
    return path == null ? TreePath.ROOT : TreePath.of(path);
  }

  /**
   * The path.
   *
   * @throws TreePath.InvalidPathException if no tree can hold it
   */
  public static TreePath of(HttpServletRequest request) {
    String uri = request.getRequestURI().substring(request.getContextPath().length());
    int end = 0;
    for (int segment = 0; segment < SEGMENTS_BEFORE && end >= 0; segment++) {
      end = uri.indexOf('/', end + 1);
    }
    String bytes = request.getParameter("bytes");
    if (bytes != null) {
      return TreePath.ofUrl(bytes);
    }
    return end < 0 ? TreePath.ROOT : TreePath.ofUrl(uri.substring(end));
  }
}

package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import org.packhouse.app.storage.content.TreePath;

/** Reads the path inside the repository from a URL, byte by byte as the browser sent it. */
public final class RequestedPath {

  /** Segments of {@code /projects/KEY/repos/slug/browse} and its like. */
  private static final int SEGMENTS_BEFORE = 5;

  private RequestedPath() {}

  /** Reads the parameter {@code path}, or {@code bytes} as {@link PathInUrl} writes it. */
  public static TreePath ofParameters(HttpServletRequest request) {
    String bytes = request.getParameter("bytes");
    String path = request.getParameter("path");
    if (bytes != null) {
      return TreePath.ofUrl(bytes);
    }
    return path == null ? TreePath.ROOT : TreePath.of(path);
  }

  /**
   * Reads the path behind the page's own, or the parameter {@code bytes}.
   *
   * @throws TreePath.InvalidPathException if no tree can hold the path
   */
  public static TreePath of(HttpServletRequest request) {
    String bytes = request.getParameter("bytes");
    String path = bytes == null ? behind(SEGMENTS_BEFORE, request) : bytes;
    return path.isEmpty() ? TreePath.ROOT : TreePath.ofUrl(path);
  }

  /** Returns the path behind some segments, encoded as in the URL; empty: there is none. */
  static String behind(int segments, HttpServletRequest request) {
    String uri = request.getRequestURI().substring(request.getContextPath().length());
    int end = 0;
    for (int segment = 0; segment < segments && end >= 0; segment++) {
      end = uri.indexOf('/', end + 1);
    }
    return end < 0 ? "" : uri.substring(end);
  }
}

package org.packhouse.app.web.source;

import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Locations;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Leads links of a file in the repository to the pages of what they name. */
public final class RelativeLinks {

  private final Locations locations;
  private final TreePath directory;
  private final String contextPath;

  /** Those of a file in that directory. */
  public RelativeLinks(Locations locations, TreePath directory) {
    this.locations = locations;
    this.directory = directory;
    String path = ServletUriComponentsBuilder.fromCurrentContextPath().build().getPath();
    this.contextPath = path == null ? "" : path;
  }

  /** The path that all addresses of the server begin with; empty: none. */
  public String contextPath() {
    return contextPath;
  }

  /** The page of what the link names. */
  public String page(String link) {
    int fragment = link.indexOf('#');
    String tail = fragment < 0 ? "" : link.substring(fragment);
    return contextPath + locations.browse(resolve(link)) + tail;
  }

  /** The bytes of what the link names. */
  public String image(String link) {
    return contextPath + locations.raw(resolve(link));
  }

  private TreePath resolve(String link) {
    return directory.resolve(link.split("[?#]", 2)[0]);
  }
}

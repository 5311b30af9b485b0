package org.packhouse.app.web.source;

import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Locations;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Resolves links in a file of the repository to pages of what they name. */
public final class RelativeLinks {

  private final Locations locations;
  private final TreePath directory;
  private final String contextPath;

  public RelativeLinks(Locations locations, TreePath directory) {
    this.locations = locations;
    this.directory = directory;
    String path = ServletUriComponentsBuilder.fromCurrentContextPath().build().getPath();
    this.contextPath = path == null ? "" : path;
  }

  /** Returns the context path of the server; empty: none. */
  public String contextPath() {
    return contextPath;
  }

  /** Returns the page of a link's target. */
  public String page(String link) {
    int fragment = link.indexOf('#');
    String tail = fragment < 0 ? "" : link.substring(fragment);
    return contextPath + locations.browse(resolve(link)) + tail;
  }

  /** Returns the address of the bytes of a link's target. */
  public String image(String link) {
    return contextPath + locations.raw(resolve(link));
  }

  private TreePath resolve(String link) {
    return directory.resolve(link.split("[?#]", 2)[0]);
  }
}

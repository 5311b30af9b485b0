package org.packhouse.app.web.source;

import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Locations;

/** A step of the path from the repository's root. */
public record Crumb(String name, String url) {

  public static List<Crumb> trail(Locations locations, TreePath path) {
    List<Crumb> crumbs = new ArrayList<>();
    crumbs.add(
        new Crumb(locations.repository().repository().slug(), locations.browse(TreePath.ROOT)));
    for (TreePath step : path.trail()) {
      crumbs.add(new Crumb(step.name(), locations.browse(step)));
    }
    return crumbs;
  }
}

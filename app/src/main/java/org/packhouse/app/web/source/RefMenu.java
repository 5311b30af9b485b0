package org.packhouse.app.web.source;

import java.util.List;

/**
 * The menu that switches branch or tag.
 *
 * @param current short name of what is shown
 * @param icon what kind it is
 * @param filterUrl where a filtered list comes from
 * @param more whether there are more than are listed
 */
record RefMenu(
    String current,
    String icon,
    String filterUrl,
    List<Entry> branches,
    List<Entry> tags,
    boolean more) {

  /** A branch or tag to switch to. */
  record Entry(String name, String url, boolean isCurrent, boolean isDefault) {}
}

package org.packhouse.app.web.source;

import java.util.List;

/** The menu that switches branch or tag; {@code more} if not all are listed. */
record RefMenu(
    String current,
    String icon,
    String filterUrl,
    List<Entry> branches,
    List<Entry> tags,
    boolean more) {

  record Entry(String name, String url, boolean isCurrent, boolean isDefault) {}
}

package org.packhouse.app.web;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.Page;
import org.springframework.ui.Model;

/** Links to the previous and the next page of a list: {@code previousUrl} and {@code nextUrl}. */
public final class PageLinks {

  private PageLinks() {}

  /**
   * Adds the links to the model.
   *
   * @param url address of a page, up to and including {@code start=}
   */
  public static void add(Model model, String url, Page<?> page) {
    add(model, url, page.start(), page.limit(), page.nextPageStart());
  }

  /**
   * Does the same for a list of which one row more than a page was read, to see whether it ends.
   */
  public static void add(Model model, String url, int start, int size, int found) {
    add(model, url, start, size, found > size ? Integer.valueOf(start + size) : null);
  }

  private static void add(
      Model model, String url, int start, int size, @Nullable Integer nextStart) {
    model.addAttribute("nextUrl", nextStart == null ? null : url + nextStart);
    model.addAttribute("previousUrl", start > 0 ? url + Math.max(0, start - size) : null);
  }
}

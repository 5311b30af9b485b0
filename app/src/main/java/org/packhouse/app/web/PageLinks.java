package org.packhouse.app.web;

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
    Integer next = page.nextPageStart();
    model.addAttribute("nextUrl", next == null ? null : url + next);
    model.addAttribute(
        "previousUrl", page.start() > 0 ? url + Math.max(0, page.start() - page.limit()) : null);
  }
}

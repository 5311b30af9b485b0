package org.packhouse.app.web.search;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;

/**
 * Offers of the combobox of the pages ({@code assets/combobox.js}).
 *
 * @param next where further ones begin; null: there are none
 */
record Choices(List<Choice> items, @Nullable Integer next) {

  /**
   * One of them.
   *
   * @param group the heading that it stands under; null: none
   * @param value what the field gets; null: it leads to a page instead
   * @param url the page, with the context path
   * @param detail what tells it from others of that label
   */
  record Choice(
      @Nullable String group,
      String label,
      @Nullable String detail,
      String icon,
      @Nullable String value,
      @Nullable String url) {}

  ResponseEntity<Choices> response() {
    return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(this);
  }
}

package org.packhouse.app.web.search;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;

/**
 * Options of the combobox ({@code assets/combobox.js}); {@code next} is where further ones begin.
 */
record Choices(List<Choice> items, @Nullable Integer next) {

  /**
   * An option, which fills its field with {@code value} or opens {@code url} (with the context
   * path). {@code detail} tells equal labels apart.
   */
  record Choice(
      @Nullable String group,
      String label,
      @Nullable String detail,
      String icon,
      @Nullable String value,
      @Nullable String url) {

    static Choice page(
        String group, String label, @Nullable String detail, String icon, String url) {
      return new Choice(group, label, detail, icon, null, url);
    }

    static Choice value(String label, String detail, String icon, String value) {
      return new Choice(null, label, detail, icon, value, null);
    }
  }

  ResponseEntity<Choices> response() {
    return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(this);
  }
}

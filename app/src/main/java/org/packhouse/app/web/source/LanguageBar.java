package org.packhouse.app.web.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.packhouse.app.source.overview.Overview;
import org.packhouse.app.source.overview.Overview.Language;

/** The share of a language in a repository, as a segment of a bar of a thousand units. */
record LanguageBar(String name, int index, int x, int width, String percent) {

  private static final int UNITS = 1000;
  private static final int SHOWN = 5;

  static List<LanguageBar> of(Overview overview) {
    long all = overview.languages().stream().mapToLong(Language::bytes).sum();
    List<LanguageBar> bars = new ArrayList<>();
    long before = 0;
    for (Language language : overview.languages()) {
      boolean rest = bars.size() == SHOWN;
      long bytes = rest ? all - before : language.bytes();
      int x = (int) (before * UNITS / all);
      int width = Math.max(4, (int) ((before + bytes) * UNITS / all) - x);
      String percent = String.format(Locale.ROOT, "%.1f %%", 100.0 * bytes / all);
      bars.add(new LanguageBar(rest ? "Other" : language.name(), bars.size(), x, width, percent));
      before += bytes;
      if (rest) {
        break;
      }
    }
    return List.copyOf(bars);
  }
}

package org.packhouse.app.web;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;

/** Looks for what nobody should meet on a page, whatever is open on it. */
final class Inspection {

  /** Whatever is drawn beyond the sides of the window, but for what scrolls by itself. */
  private static final String OUTSIDE =
      """
      () => {
        const scrolls = (it) => {
          for (let at = it.parentElement; at && at !== document.body; at = at.parentElement) {
            if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(at).overflowX)) return true;
          }
          return false;
        };
        return [...document.querySelectorAll('.menu[open] .menu-panel, .menu[open] .menu-panel *, dialog[open], dialog[open] *, .combobox-list, .combobox-list *, .toast')]
          .filter((it) => it.getClientRects().length > 0 && !it.closest('svg') && !it.matches('.visually-hidden'))
          .filter((it) => {
            const box = it.getBoundingClientRect();
            return (box.left < -0.5 || box.right > innerWidth + 0.5) && !scrolls(it);
          })
          .map((it) => it.outerHTML.slice(0, 120));
      }
      """;

  /** Fields of text that show fewer than six characters. */
  private static final String NARROW =
      """
      () => {
        const pen = document.createElement('canvas').getContext('2d');
        return [...document.querySelectorAll('input, textarea')]
          .filter((it) => !['hidden', 'checkbox', 'radio', 'file', 'submit'].includes(it.type))
          .filter((it) => it.checkVisibility() && !it.matches('.visually-hidden'))
          .filter((it) => {
            const style = getComputedStyle(it);
            pen.font = style.font;
            const room = it.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return room < 6 * pen.measureText('0').width;
          })
          .map((it) => it.outerHTML.slice(0, 120));
      }
      """;

  private Inspection() {}

  /** Everything: beyond the edge, too narrow, or hard to use. */
  static List<String> of(Page page, String where) {
    List<String> findings = new ArrayList<>();
    ((List<?>) page.evaluate(OUTSIDE)).forEach(it -> findings.add(where + ", outside: " + it));
    findings.addAll(narrow(page, where));
    if (Chromium.overflow(page) > 0) {
      findings.add(where + " is " + Chromium.overflow(page) + " pixels too wide");
    }
    Chromium.barriers(page).forEach(it -> findings.add(where + ": " + it));
    return findings;
  }

  /** Fields of text in which one sees too little of what one types. */
  static List<String> narrow(Page page, String where) {
    return ((List<?>) page.evaluate(NARROW))
        .stream().map(it -> where + ", too narrow: " + it).toList();
  }
}

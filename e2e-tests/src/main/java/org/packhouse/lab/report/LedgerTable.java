package org.packhouse.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.packhouse.lab.ledger.Ledger;

/** A table in text of who took the processor of a server for one operation. */
final class LedgerTable {

  private static final int LABEL = 26;

  /** Less than this, in milliseconds, is no row of its own: smaller ones are one together. */
  private static final double LEAST = 0.25;

  private final Ledgers ledgers;

  LedgerTable(Ledgers ledgers) {
    this.ledgers = ledgers;
  }

  String text() {
    if (ledgers.isEmpty()) {
      return "";
    }
    StringBuilder text =
        new StringBuilder(
            "\nOne operation alone with all that follows it, idle taken off, CPU ms:\n");
    line(text, "", target -> target);
    List<String> small = new ArrayList<>();
    for (String account : ledgers.accounts()) {
      if (ledgers.targets().stream().noneMatch(it -> isRow(it, account))) {
        small.add(account);
      } else {
        line(
            text,
            account,
            target ->
                ledgers.each(target).containsKey(account)
                    ? human(ledgers.millis(target, account))
                    : "");
      }
    }
    line(
        text,
        "all smaller ones",
        target -> human(small.stream().mapToDouble(it -> ledgers.millis(target, it)).sum()));
    line(text, "all together", target -> human(ledgers.sum(target)));
    String first = ledgers.targets().getFirst();
    line(
        text,
        "against " + first,
        target -> Numbers.human(ledgers.sum(target) / ledgers.sum(first)));
    line(text, "of it later", target -> human(ledgers.later(target)));
    line(text, "median within 1 s", target -> human(median(target, Ledger.Entry::withinOne)));
    line(text, "median within 5 s", target -> human(median(target, Ledger.Entry::withinFive)));
    line(text, "median until idle", target -> human(median(target, Ledger.Entry::sum)));
    line(text, "seconds until idle", target -> human(median(target, Ledger.Entry::seconds)));
    line(text, "idle, ms a second", target -> human(ledgers.idle(target)));
    line(text, "operations", target -> Long.toString(ledgers.count(target)));
    return text.toString();
  }

  private boolean isRow(String target, String account) {
    return Math.abs(ledgers.millis(target, account)) >= LEAST;
  }

  private double median(String target, ToDoubleFunction<Ledger.Entry> figure) {
    return ledgers.median(target, figure);
  }

  private static String human(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.1f" : "%,.0f", value);
  }

  private void line(StringBuilder text, String label, Function<String, String> cell) {
    StringBuilder line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "  %-" + LABEL + "s", cut(label)));
    for (String target : ledgers.targets()) {
      int width = Math.max(10, target.length() + 2);
      line.append(String.format(Locale.ROOT, "%" + width + "s", cell.apply(target)));
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static String cut(String label) {
    return label.length() < LABEL ? label : label.substring(0, LABEL - 3) + "..";
  }
}

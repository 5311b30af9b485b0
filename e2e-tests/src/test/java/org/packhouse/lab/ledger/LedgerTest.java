package org.packhouse.lab.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.lab.ledger.Ledger.Entry;

class LedgerTest {

  private static final String JAVA = Account.ofThread("x");

  private static Entry entry(double java, double database) {
    return new Entry(Map.of(JAVA, java, Account.DATABASE, database), 1, 2, 3);
  }

  @Test
  void takesTheMeanAndAddsWhatCameLater() {
    Ledger ledger =
        new Ledger(
            List.of(entry(10, 4), entry(20, 6), entry(900, 100), entry(30, 2)),
            Map.of(Account.DATABASE, 8.0),
            Map.of(),
            Map.of());
    assertThat(Ledger.each(List.of(ledger)))
        .containsExactly(Map.entry("thread x", 240.0), Map.entry(Account.DATABASE, 30.0));
  }

  @Test
  void dividesJavaCodeAsItWasSampledAndHidesNothing() {
    Ledger ledger =
        new Ledger(
            List.of(entry(100, 10)),
            Map.of(),
            Map.of(),
            Map.of(JAVA, Map.of("answer", 0.6, "overview", 0.3, Account.UNATTRIBUTED, 0.1)));
    Map<String, Double> each = Ledger.each(List.of(ledger));
    assertThat(each.keySet())
        .containsExactlyInAnyOrder("answer", "overview", Account.UNATTRIBUTED, Account.DATABASE);
    assertThat(each.get("answer")).isEqualTo(60, offset(1e-9));
    assertThat(Ledger.total(each)).isEqualTo(110, offset(1e-9));
  }

  @Test
  void splitsEachThreadByWhatItDidBesideItsIdleWork() {
    Map<String, Map<String, Double>> split =
        Ledger.split(
            Map.of(
                JAVA, Map.of("answer", 60.0, "scheduler", 30.0), "Java: other", Map.of("a", 4.0)),
            Map.of(JAVA, Map.of("scheduler", 10.0), "Java: other", Map.of("a", 5.0)));
    assertThat(split.get(JAVA)).isEqualTo(Map.of("answer", 0.75, "scheduler", 0.25));
    assertThat(split.get("Java: other")).isEqualTo(Map.of("a", 1.0));
  }

  @Test
  void keepsTheNameOfThreadsThatWereNotSampled() {
    Ledger ledger = new Ledger(List.of(entry(5, 1)), Map.of(), Map.of(), Map.of());
    assertThat(Ledger.each(List.of(ledger)).keySet()).containsExactly("thread x", Account.DATABASE);
  }
}

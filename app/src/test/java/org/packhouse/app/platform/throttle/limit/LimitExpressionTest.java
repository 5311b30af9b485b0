package org.packhouse.app.platform.throttle.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitExpressionTest {

  @ParameterizedTest
  @CsvSource({
    "12, 12",
    "cpu, 4",
    "1.5*cpu, 6",
    "12 * cpu, 48",
    "cpu/2, 2",
    "cpu + 3 * 2, 10",
    "(cpu + 3) * 2, 14",
    "20 - 3 - 2, 15",
    "64 / 4 / 2, 8",
    "-cpu + 9, 5",
    "((((cpu))))*1.9, 7",
    "1e0, -1",
  })
  void countsAsOnPaperAndRoundsDown(String text, int tickets) {
    if (tickets < 0) {
      assertThatThrownBy(() -> LimitExpression.valueOf(text)).hasMessageContaining("\"e\"");
    } else {
      assertThat(LimitExpression.valueOf(text).on(4)).isEqualTo(tickets);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "2*gpu", "cpu cpu", "2*", "(cpu", "cpu)", "*2", "1..5", "2^3", "cpu.x", "0x10",
        "cpu*(", "ten"
      })
  void refusesWhatIsNoExpression(String text) {
    assertThatThrownBy(() -> LimitExpression.valueOf(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-3", "0", "0.9", "cpu-4", "cpu/0-cpu/0", "0/0", "-cpu/0"})
  void refusesWhatComesToLessThanOneTicket(String text) {
    LimitExpression expression = LimitExpression.valueOf(text);
    assertThatThrownBy(() -> expression.on(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one ticket");
  }

  @Test
  void isBoundedInLength() {
    assertThatThrownBy(() -> LimitExpression.valueOf("(".repeat(200_000)))
        .hasMessageContaining("100 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1/0", "cpu/(cpu-4)", "9999999999 * 9999999999", "1000001"})
  void refusesWhatComesToMoreThanAnyServerCanDo(String text) {
    LimitExpression expression = LimitExpression.valueOf(text);
    assertThatThrownBy(() -> expression.on(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 1000000 tickets");
    assertThat(LimitExpression.valueOf("1000000").on(4)).isEqualTo(1_000_000);
  }

  @Test
  void isShownAsItWasWritten() {
    assertThat(LimitExpression.valueOf(" 1.5*cpu ")).hasToString("1.5*cpu");
    assertThat(LimitExpression.valueOf("cpu")).isEqualTo(LimitExpression.valueOf("cpu"));
  }
}

package org.packhouse.app.platform.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.platform.refusal.InvalidFieldException;

class PageTest {

  @Test
  void tellsWhereTheNextPageBegins() {
    var page = Page.ofOneMore(new PageRequest(4, 2), List.of("e", "f", "g"));
    assertThat(page).isEqualTo(new Page<>(2, 2, false, List.of("e", "f"), 4, 6));
  }

  @Test
  void endsWithAPageThatNamesNoNext() {
    var page = Page.ofOneMore(new PageRequest(4, 2), List.of("e", "f"));
    assertThat(page).isEqualTo(new Page<>(2, 2, true, List.of("e", "f"), 4, null));
  }

  @Test
  void isEmptyBehindTheEndOfAList() {
    var page = Page.ofAll(new PageRequest(Integer.MAX_VALUE, 1000), List.of("a"));
    assertThat(page.values()).isEmpty();
    assertThat(page.isLastPage()).isTrue();
  }

  @Test
  void cutsAListInMemory() {
    assertThat(Page.ofAll(new PageRequest(1, 1), List.of("a", "b", "c")).values())
        .containsExactly("b");
  }

  @Test
  void mapsItsValuesAndKeepsItsPlace() {
    var page = Page.ofOneMore(new PageRequest(0, 1), List.of(1, 2)).map(i -> "n" + i);
    assertThat(page).isEqualTo(new Page<>(1, 1, false, List.of("n1"), 0, 1));
  }

  @Test
  void hasTwentyFiveValuesUnlessAskedForMoreAndAThousandAtMost() {
    assertThat(PageRequest.parse(null, "")).isEqualTo(new PageRequest(0, 25));
    assertThat(PageRequest.parse("7", "99999")).isEqualTo(new PageRequest(7, 1000));
  }

  @ParameterizedTest
  @CsvSource({"-1,25", "0,0", "0,-5", "x,25", "0,1.5", "99999999999,25", "0,' 3'"})
  void refusesAStartOrLimitThatIsNone(String start, String limit) {
    assertThatThrownBy(() -> PageRequest.parse(start, limit))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("must be a whole number from");
  }

  @Test
  void quotesWhatCannotBePrinted() {
    assertThat(InvalidFieldException.quote("a\nb\u202e")).isEqualTo("\"a\\u000ab\\u202e\"");
    assertThat(InvalidFieldException.quote("x".repeat(300)))
        .isEqualTo("\"" + "x".repeat(100) + "...\" (300 characters)");
  }
}

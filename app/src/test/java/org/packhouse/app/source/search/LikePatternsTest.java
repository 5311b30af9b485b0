package org.packhouse.app.source.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Patterns as PostgreSQL reads them. */
class LikePatternsTest {

  private static final JdbcClient SQL =
      JdbcClient.create(new DriverManagerDataSource(TestingDatabase.create(), "postgres", ""));

  private static boolean matches(String text, String pattern) {
    return SQL.sql("select cast(? as text) like cast(? as text)")
        .params(text, pattern)
        .query(Boolean.class)
        .single();
  }

  @ParameterizedTest
  @ValueSource(strings = {"100%", "snake_case", "back\\slash", "\\%_", "'quoted'", "plain"})
  void findEveryCharacterForItself(String term) {
    assertThat(matches("before " + term + " after", LikePatterns.containing(term))).isTrue();
    assertThat(matches("before " + term, LikePatterns.ending(term))).isTrue();
    assertThat(matches(term + " after", LikePatterns.ending(term))).isFalse();
  }

  @Test
  void takeNoCharacterForAnyOther() {
    assertThat(matches("snakeXcase", LikePatterns.containing("snake_case"))).isFalse();
    assertThat(matches("100 or more", LikePatterns.containing("100%"))).isFalse();
    assertThat(matches("backslash", LikePatterns.containing("back\\slash"))).isFalse();
  }
}

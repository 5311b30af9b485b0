package org.packhouse.hooks.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GitleaksRulesTest {

  private static final String KEY = "3f9c0a7be1d24586" + "9ab07c5de81f2463";

  private static List<GitleaksRules.Found> in(String file, String text) {
    return GitleaksRules.all().in(file, text, List.of(), List.of(), _ -> true).found();
  }

  @Test
  void thereAreManyAndNoneThatGuesses() {
    assertThat(GitleaksRules.all().ids()).hasSizeGreaterThan(200).doesNotContain("generic-api-key");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          adafruit-api-key       | adafruit_key = "%s"
          datadog-access-token   | DATADOG_TOKEN: 'b%s81f3a06'
          heroku-api-key         | heroku_api_key="3f9c0a7b-e1d2-4586-9ab0-7c5de81f2463"
          hashicorp-tf-password  | administrator_login_password = "%.16s"
          curl-auth-header       | curl -H "Authorization: Bearer %s" https://example.org/
          """)
  void findsWhatHasTheNameOfAServiceBesideIt(String rule, String line) {
    String text = "first\n\n" + line.formatted(KEY) + "\nlast\n";
    assertThat(in("deploy/settings.tf", text)).extracting(GitleaksRules.Found::rule).contains(rule);
    assertThat(in("deploy/settings.tf", text))
        .allSatisfy(it -> assertThat(text.substring(0, it.at()).lines().count()).isEqualTo(3));
  }

  @Test
  void findsNoneInWhatIsWrittenForAVariableOrIsNotRandom() {
    assertThat(in("a.yml", "adafruit_key = \"${{ secrets.ADAFRUIT }}\"\n")).isEmpty();
    assertThat(in("a.yml", "sendbird_key = \"%s\"\n".formatted("a".repeat(40)))).isEmpty();
    assertThat(in("package-lock.json", "adafruit_key = \"%s\"\n".formatted(KEY))).isEmpty();
  }

  @Test
  void findsItFarInsideALongLineAndBehindLettersOfOtherAlphabets() {
    String text =
        "\u0130\u1e9e ".repeat(50_000) + "adafruit_key = \"" + KEY + "\" " + "x ".repeat(50_000);
    assertThat(in("a.js", text)).hasSize(1);
    assertThat(text.substring(in("a.js", text).getFirst().at())).startsWith(KEY);
  }

  @Test
  void letsBeWhatIsAllowed() {
    String text = "adafruit_key = \"" + KEY + "\"\n";
    GitleaksRules all = GitleaksRules.all();
    assertThat(all.in("a", text, List.of("3f9c0a"), List.of(), _ -> true).found()).isEmpty();
    assertThat(all.in("a", text, List.of(), List.of("adafruit-api-key"), _ -> true).found())
        .isEmpty();
    BlockSecrets hook = new BlockSecrets();
    hook.validate(Map.of("allowedRules", List.of("adafruit-api-key")));
    assertThatThrownBy(() -> hook.validate(Map.of("allowedRules", List.of("no-such"))))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("no-such");
  }

  @Test
  void looksAtNoMoreThanItMay() {
    String text = String.join(" ", GitleaksRules.all().ids()).replace('-', ' ').repeat(200);
    GitleaksRules.Search search =
        GitleaksRules.all().in("a", text, List.of(), List.of(), looked -> looked < 10_000);
    assertThat(search.looked()).isGreaterThanOrEqualTo(10_000).isLessThan(10_000 + (80 << 10));
  }

  /** Guards against searching the whole line, here the file, for each match. */
  @Test
  void endsWithALineOfWordsThatAreNearlySecrets() {
    String text = ("adafruit_key = \"" + "a".repeat(32) + "\" ").repeat(40_000);
    assertThat(in("a.js", text)).isEmpty();
  }
}

package org.packhouse.app.storage.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreePathTest {

  @Test
  void keepsBytesThatAreNoUtf8() {
    TreePath path = TreePath.ofUrl("dir/caf%E9.txt");

    assertThat(path.bytes()).isEqualTo("dir/café.txt".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(path.display()).isEqualTo("dir/café.txt");
    assertThat(path.url()).isEqualTo("dir/caf%E9.txt");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a b", "50%", "a#b", "a?b", "ünï/cöde", "tab\there", "a\\b", "a;b=c", "-x"})
  void survivesItsOwnUrl(String text) {
    TreePath path = TreePath.of(text);

    assertThat(TreePath.ofUrl(path.url())).isEqualTo(path);
    assertThat(path.url()).matches("[ -~&&[^ #?\"<>\\\\;]]+");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/../b", "..", "./a", "a//b", "a/%2E%2E/b", "%00", "a%", "a%2", "a%zz"})
  void refusesWhatNoTreeCanHold(String encoded) {
    assertThatThrownBy(() -> TreePath.ofUrl(encoded))
        .isInstanceOf(TreePath.InvalidPathException.class);
  }

  @Test
  void takesADotForTheRoot() {
    assertThat(TreePath.of(".")).isSameAs(TreePath.ROOT);
    assertThat(TreePath.of("./")).isSameAs(TreePath.ROOT);
    assertThat(TreePath.of("./a")).isEqualTo(TreePath.of("a"));
  }

  @Test
  void refusesPathsLongerThanFourKibibytes() {
    assertThat(TreePath.of("a".repeat(4096)).name()).hasSize(4096);
    assertThatThrownBy(() -> TreePath.of("a".repeat(4097))).hasMessageContaining("4097 bytes");
  }

  @Test
  void knowsTheWayDown() {
    assertThat(TreePath.ofUrl("/a/b%2Fc/").trail())
        .containsExactly(TreePath.of("a"), TreePath.of("a/b"), TreePath.of("a/b/c"));
    assertThat(TreePath.of("a/b").parent()).isEqualTo(TreePath.of("a"));
    assertThat(TreePath.of("a").parent()).isSameAs(TreePath.ROOT);
    assertThat(TreePath.of("a/b").name()).isEqualTo("b");
    assertThat(TreePath.ROOT.trail()).isEmpty();
  }
}

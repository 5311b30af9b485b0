package org.packhouse.app.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerPathsTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "remote: warning: ignoring extra bitmap file: '/x/pools/0b/11.git/objects/pack/p.pack'",
        "error: /home/x/shared/repositories/incoming/7/a",
        "fatal: cannot open /srv/repositories/0a/10.git/HEAD",
        "remote: error: unable to write objects/pack/tmp_pack_1",
        " ! [remote rejected] main -> main (cannot move /pack-1.pack)",
      })
  void failsTheTestInWhichAClientIsToldAPath(String line) {
    GitFixture client = GitFixture.in(directory);
    byte[] said = ("first\n" + line + "\n").getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> client.execute(List.of("sh", "-c", "cat >&2"), said))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(line);
  }

  @Test
  void letsWhoeverNamesAPathHearOfIt() {
    assertThatCode(() ->
            GitFixture.in(directory)
                .with("GIT_DIR", "/srv/repositories/0a/10.git")
                .run("rev-parse"))
        .doesNotThrowAnyException();
  }
}

package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.GitService;

class GitRequestTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          git-upload-pack '/key/slug.git'      | UPLOAD_PACK    | /key/slug.git
          git upload-pack '/key/slug.git'      | UPLOAD_PACK    | /key/slug.git
          git-receive-pack 'key/slug'          | RECEIVE_PACK   | key/slug
          git-upload-archive '/~user/repo.git' | UPLOAD_ARCHIVE | /~user/repo.git
          git-upload-pack key/slug.git         | UPLOAD_PACK    | key/slug.git
          git-upload-pack "/key/slug.git"      | UPLOAD_PACK    | /key/slug.git
          git-upload-pack '/key/it'\\''s.git'  | UPLOAD_PACK    | /key/it's.git
          git-upload-pack '/key/now'\\!'.git'  | UPLOAD_PACK    | /key/now!.git
          git-upload-pack --strict 'a/b'       | UPLOAD_PACK    | a/b
          git-upload-pack ''                   | UPLOAD_PACK    | ``
          """)
  void readsGitsCommands(String line, GitService service, String path) {
    assertThat(GitRequest.parse(line)).contains(new GitRequest(service, path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls -l",
        "",
        "  ",
        "git",
        "git status",
        "git-shell",
        "GIT-UPLOAD-PACK 'a/b'",
        "'git upload-pack' a"
      })
  void knowsNoOtherCommand(String line) {
    assertThat(GitRequest.parse(line)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git-upload-pack",
        "git-upload-pack 'a/b' 'c/d'",
        "git-upload-pack 'a/b",
        "git-upload-pack \"a/b",
        "git-upload-pack a\\"
      })
  void saysWhatIsWrongWithACommandOfGit(String line) {
    assertThatThrownBy(() -> GitRequest.parse(line)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesAVeryLongCommand() {
    assertThatThrownBy(() -> GitRequest.parse("git-upload-pack '" + "a".repeat(5000) + "'"))
        .hasMessageContaining("5018 characters")
        .hasMessageContaining("4096");
  }

  @Property
  void undoesGitsQuoting(@ForAll String path) {
    String quoted = "'" + path.replace("'", "'\\''").replace("!", "'\\!'") + "'";
    assertThat(CommandLine.split("git-upload-pack " + quoted))
        .containsExactly("git-upload-pack", path);
  }
}

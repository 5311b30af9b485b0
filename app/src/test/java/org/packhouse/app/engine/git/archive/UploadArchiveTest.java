package org.packhouse.app.engine.git.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.GitRepository;
import org.packhouse.app.engine.git.GitService;
import org.packhouse.app.engine.git.GitWire;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;

class UploadArchiveTest {

  @TempDir private Path directory;
  private GitFixture source;
  private FetchKit kit;

  @BeforeEach
  void makeRepositories() {
    source = GitFixture.workTree(directory.resolve("source"));
    source.commit("a", "first");
    source.commit("sub/b", "second");
    kit = new FetchKit();
    kit.fill(source);
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "HEAD", "refs/heads/main"})
  void archivesABranch(String name) throws IOException {
    Path extracted = extract("--format=tar", "--prefix=x/", name);
    assertThat(extracted.resolve("x/a")).hasContent("first");
    assertThat(extracted.resolve("x/sub/b")).hasContent("second");
  }

  @Test
  void archivesADirectoryOfABranchAndSinglePaths() throws IOException {
    assertThat(extract("main:sub").resolve("b")).hasContent("second");
    assertThat(extract("main", "a").resolve("sub")).doesNotExist();
  }

  @Test
  void archivesAnOldCommitThatABranchReaches() throws IOException {
    Path extracted = extract(source.git("rev-parse", "HEAD~"));
    assertThat(extracted.resolve("a")).hasContent("first");
    assertThat(extracted.resolve("sub")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"zip", "tgz", "tar.gz"})
  void archivesInOtherFormats(String format) {
    byte[] archive = data(serve("--format=" + format, "main"));
    assertThat(archive).startsWith(format.equals("zip") ? new byte[] {'P', 'K'} : new byte[] {31});
  }

  @Test
  void refusesACommitThatNoRefReaches() {
    String lost = source.commit("a", "lost");
    source.git("push", "--quiet", kit.directory().toString(), "HEAD:refs/packhouse/keep/1");
    assertThat(refusal(lost)).isEqualTo("upload-pack: not our ref " + lost);
    assertThat(refusal("refs/packhouse/keep/1")).isEqualTo("no such ref: refs/packhouse/keep/1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--output=/tmp/x",
        "-o/tmp/x",
        "--remote=ssh://h/r",
        "--exec=/bin/sh",
        "--add-file=/etc/passwd",
        "--add-virtual-file=x:y",
        "--worktree-attributes"
      })
  void refusesOptionsThatReachBeyondTheArchive(String option) {
    assertThat(refusal(option, "main"))
        .isEqualTo("Archive option \"" + option + "\" is not served");
    assertThat(refusal("main", option)).isEqualTo("\"" + option + "\" is not a path");
  }

  @Test
  void saysWhatIsMissingOrUnknown() {
    assertThat(refusal()).isEqualTo("The request names nothing to archive");
    assertThat(refusal("nothing")).isEqualTo("no such ref: nothing");
    assertThat(refusal("--format=exe", "main"))
        .isEqualTo("Archive format \"exe\" is not served; tar, tgz, tar.gz and zip are");
  }

  @Test
  void leavesItToGitToSayThatThereIsNoSuchPath() {
    assertThat(new String(serve("main", "nowhere"), StandardCharsets.UTF_8))
        .contains("pathspec 'nowhere' did not match any files")
        .doesNotContain("The server failed");
  }

  @Test
  void takesNoMoreArgumentsThanGitDoes() {
    String[] many = new String[64];
    Arrays.fill(many, "a");
    assertThat(refusal(many)).isEqualTo("More than 63 arguments are too many");
  }

  private Path extract(String... arguments) throws IOException {
    Path target = Files.createTempDirectory(directory, "extracted");
    var result = GitFixture.in(target).execute(List.of("tar", "xf", "-"), data(serve(arguments)));
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return target;
  }

  private String refusal(String... arguments) {
    String response = FetchKit.text(serve(arguments));
    assertThat(response.substring(4)).startsWith("ERR ");
    await().until(() -> kit.running() == 0);
    return response.substring(8);
  }

  /** What the side band carried, after ACK and flush. */
  private static byte[] data(byte[] response) {
    PktLineReader reader = new PktLineReader(new ByteArrayInputStream(response));
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    try {
      reader.next();
      assertThat(reader.text()).isEqualTo("ACK");
      assertThat(reader.next()).isEqualTo(PktLineReader.Kind.FLUSH);
      while (reader.next() == PktLineReader.Kind.DATA) {
        byte[] payload = reader.payload();
        assertThat(payload[0]).as(new String(payload, StandardCharsets.UTF_8)).isEqualTo((byte) 1);
        data.write(payload, 1, payload.length - 1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return data.toByteArray();
  }

  private byte[] serve(String... arguments) {
    String[] lines = new String[arguments.length + 1];
    for (int i = 0; i < arguments.length; i++) {
      lines[i] = "argument " + arguments[i];
    }
    lines[arguments.length] = "0000";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    GitExchange exchange =
        new GitExchange(
            new GitRepository(
                kit.repository,
                TestingPeople.of(kit.server).admin(),
                GitService.UPLOAD_ARCHIVE,
                1,
                OptionalLong::empty),
            ProtocolVersion.V0,
            false,
            new ByteArrayInputStream(FetchKit.lines(lines)),
            () -> out,
            null,
            name -> {});
    try {
      kit.server.get(GitWire.class).uploadArchive(exchange);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}

package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.RandomHistory;
import org.packhouse.app.engine.git.RawPush;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.testing.GitFixture;

/** Packs of which each object is copied as it is stored, and what may not be inflated for one. */
class CopiedObjectsTest {

  private final AtomicInteger choices = new AtomicInteger();
  @TempDir private Path directory;
  private GitFixture source;
  private GitFixture client;
  private FetchKit kit;
  private RandomHistory history;

  @BeforeEach
  void makeRepositories() throws IOException {
    source = GitFixture.workTree(directory.resolve("source"));
    client = GitFixture.in(Files.createDirectory(directory.resolve("client")));
    kit = new FetchKit();
    history = new RandomHistory(source, 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void givesClonesOfDepthOneTheObjectsThatNativeGitWould(long seed) {
    history = new RandomHistory(source, seed);
    grow(20);
    repack();
    grow(3);
    source.git("tag", "-a", "-m", "Inner", "inner");
    source.git("tag", "-a", "-m", "Outer", "outer", "inner");
    source.git("checkout", "--quiet", "--orphan", "apart");
    source.commit("first", "of its line");
    fill();
    for (List<String> choice :
        List.of(
            List.of("--single-branch"),
            List.of("--no-single-branch"),
            List.of("--no-single-branch", "--no-tags"),
            List.of("--branch=outer"),
            List.of("--branch=apart"))) {
      String name = "copy-" + choices.getAndIncrement();
      List<String> clone =
          new ArrayList<>(List.of("clone", "--quiet", "--bare", "--depth=1", kit.url(), name));
      clone.addAll(2, choice);
      long before = madeByNativeGit();
      client.git(clone.toArray(String[]::new));
      assertThat(madeByNativeGit()).as("made by native git for %s", choice).isEqualTo(before);
      clone.set(clone.size() - 2, "file://" + kit.directory());
      clone.set(clone.size() - 1, "native-" + name);
      client.git(clone.toArray(String[]::new));
      assertThat(in(name).git("fsck", "--full", "--strict")).isEmpty();
      assertThat(stored(in(name)))
          .as("objects of %s", choice)
          .isEqualTo(stored(in("native-" + name)));
      assertThat(shallow(in(name))).isEqualTo(shallow(in("native-" + name)));
    }
    String all = "copy-" + choices.getAndIncrement();
    client.git("clone", "--quiet", "--depth=1", kit.url(), all);
    in(all).git("fetch", "--quiet", "--unshallow");
    assertThat(in(all).git("fsck", "--full", "--strict")).isEmpty();
  }

  private static String stored(GitFixture repository) {
    return repository.git("cat-file", "--batch-all-objects", "--batch-check");
  }

  private static List<String> shallow(GitFixture repository) {
    try {
      return Files.readAllLines(repository.directory().resolve("shallow")).stream()
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void leavesToNativeGitADepthOfOneThatIsNotOfCommits() {
    source.commit("a", "1");
    fill();
    String blob = source.git("rev-parse", "main:a");
    long before = madeByNativeGit();
    kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", "deepen 1", "want " + blob, "done"));
    assertThat(madeByNativeGit()).isEqualTo(before + 1);
  }

  /** However small a file is, it may be stored as a few bytes of something that fills the heap. */
  @ParameterizedTest
  @ValueSource(strings = {"depth one", "fetch", "thin fetch"})
  void leavesToNativeGitWhatIsMadeFromSomethingLarge(String what) throws IOException {
    Files.write(source.directory().resolve("large"), new byte[60 << 20]);
    source.git("-c", "core.bigFileThreshold=1", "add", ".");
    source.git("commit", "--quiet", "--message=Large");
    String large = source.git("rev-parse", "main:large");
    source.git("rm", "--quiet", "large");
    String base = source.commit("a", "1");
    source.commit("small", "a small file");
    String tip = source.git("rev-parse", "main");
    fill();
    storeAsDelta(large, 60 << 20, source.git("rev-parse", "main:small"), "a small file");
    List<String> request =
        switch (what) {
          case "depth one" -> List.of("ofs-delta", "deepen 1", "want " + tip, "done");
          case "fetch" -> List.of("ofs-delta", "want " + tip, "have " + base, "done");
          default -> List.of("thin-pack", "ofs-delta", "want " + tip, "have " + base, "done");
        };
    long before = madeByNativeGit();
    byte[] response =
        kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", request.toArray(String[]::new)));
    assertThat(FetchKit.text(response)).contains("PACK");
    assertThat(madeByNativeGit()).isEqualTo(before + 1);
  }

  private void storeAsDelta(String base, long size, String blob, String content)
      throws IOException {
    byte[] text = content.getBytes(StandardCharsets.US_ASCII);
    byte[] delta = RawPush.delta(size, text.length, RawPush.insert(text));
    byte[] pack =
        RawPush.pack(RawPush.entry(RawPush.REF_DELTA, HexFormat.of().parseHex(base), delta));
    List<String> command = List.of("git", "index-pack", "--stdin", "--fix-thin");
    assertThat(kit.git().execute(command, pack).exitCode()).isZero();
    Path loose = Path.of("objects", blob.substring(0, 2), blob.substring(2));
    Files.delete(kit.directory().resolve(loose));
  }

  private long madeByNativeGit() {
    return kit.server.get(Tickets.class).state(Bucket.SCM_HOSTING).counts().granted();
  }

  private void grow(int steps) {
    history.grow(steps);
    fill();
  }

  private void fill() {
    kit.fill(source);
    try {
      kit.server.get(Refs.class).reread(kit.repository.id());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void repack() {
    kit.git().git("repack", "-a", "-d", "--quiet", "--write-bitmap-index");
  }

  private GitFixture in(String name) {
    return GitFixture.in(client.directory().resolve(name));
  }
}

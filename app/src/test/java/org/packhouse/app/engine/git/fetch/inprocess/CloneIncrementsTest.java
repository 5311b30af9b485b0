package org.packhouse.app.engine.git.fetch.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.RandomHistory;
import org.packhouse.app.engine.git.RawClone;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.storage.objects.PackedRepository;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.testing.GitFixture;

/** Clones of a repository that changes between them, each found from the one before. */
class CloneIncrementsTest {

  @TempDir private Path directory;
  private GitFixture source;
  private FetchKit kit;
  private int clones;

  @BeforeEach
  void makeRepositories() throws IOException {
    source = GitFixture.workTree(directory.resolve("source"));
    kit = new FetchKit();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void givesJustWhatIsReachedWhileBranchesMoveAndGo(long seed) throws IOException {
    Random random = new Random(seed);
    RandomHistory history = new RandomHistory(source, seed);
    history.grow(20);
    repack();
    assertCloneIsExact();
    for (int round = 0; round < 12; round++) {
      switch (random.nextInt(4)) {
        case 0 -> history.grow(1);
        case 1 -> moveBack(branches().get(random.nextInt(branches().size())));
        case 2 -> replace("replaced" + random.nextInt(2), round);
        default -> history.grow(5);
      }
      assertCloneIsExact();
    }
  }

  @Test
  void tellsNothingOfABranchThatIsGone() throws IOException {
    source.commit("a", "1");
    repack();
    source.git("checkout", "--quiet", "-b", "gone");
    source.commit("secret", "of another");
    source.git("tag", "-a", "-m", "Annotated", "gone-tag");
    source.git("checkout", "--quiet", "main");
    source.commit("a", "2");
    assertCloneIsExact();
    assertThat(source.git("rev-parse", "gone").lines().map(ObjectId::fromString))
        .allMatch(remembered().objects()::contains);
    source.git("branch", "--quiet", "-D", "gone");
    source.git("tag", "-d", "gone-tag");
    assertCloneIsExact();
    assertThat(remembered().wants())
        .containsExactly(ObjectId.fromString(source.git("rev-parse", "main")));
  }

  @Test
  void goesOnFromWhatTheCloneBeforeGot() throws IOException {
    source.commit("a", "1");
    repack();
    source.commit("a", "2");
    long processes = kit.processes();
    assertCloneIsExact();
    CloneIncrement first = remembered();
    List<ObjectId> known = objectsOfHead();
    assertCloneIsExact();
    assertThat(remembered()).as("the same clone again").isSameAs(first);
    source.commit("a", "3");
    source.git("branch", "new");
    assertCloneIsExact();
    assertThat(known).hasSize(3).allMatch(first.objects()::contains);
    assertThat(known).allMatch(remembered().objects()::contains);
    assertThat(objectsOfHead()).allMatch(remembered().objects()::contains);
    assertThat(remembered().objects().size()).isEqualTo(6);
    assertThat(kit.processes()).as("native git makes none").isEqualTo(processes);
  }

  @Test
  void keepsAsWhatBytesObjectsWentOut() throws IOException {
    source.commit("a", "1");
    repack();
    source.commit("a", "2");
    assertCloneIsExact();
    assertAllIsPacked(3);
    PackedObjects first = remembered().packed();
    source.commit("a", "3");
    assertCloneIsExact();
    assertAllIsPacked(6);
    assertThat(bytes(remembered().packed())).startsWith(bytes(first));
    source.git("reset", "--quiet", "--hard", "HEAD~1");
    source.commit("a", "4");
    assertCloneIsExact();
    assertAllIsPacked(6);
  }

  private List<ObjectId> objectsOfHead() {
    return source
        .git("rev-parse", "HEAD", "HEAD^{tree}", "HEAD:a")
        .lines()
        .map(ObjectId::fromString)
        .toList();
  }

  private void assertAllIsPacked(int objects) throws IOException {
    assertThat(remembered().objects().size()).isEqualTo(objects);
    assertThat(remembered().unpacked()).isEmpty();
    assertThat(remembered().packed().count()).isEqualTo(objects);
  }

  private static byte[] bytes(PackedObjects packed) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    packed.writeTo(bytes);
    assertThat(bytes.size()).isEqualTo(packed.length());
    return bytes.toByteArray();
  }

  @Test
  void keepsNoTagsThatGoWithWhatIsSent() throws IOException {
    source.commit("a", "1");
    repack();
    source.commit("a", "2");
    source.git("tag", "-a", "-m", "Annotated", "with");
    fill();
    String main = source.git("rev-parse", "main");
    String tag = source.git("rev-parse", "with");
    assertThat(cloned(List.of(main), "include-tag")).contains(tag);
    assertThat(remembered().packed().count()).isZero();
    assertThat(cloned(List.of(main))).doesNotContain(tag);
    assertAllIsPacked(3);
    assertThat(cloned(List.of(main), "include-tag")).contains(tag);
    assertThat(cloned(List.of(main))).doesNotContain(tag);
    assertAllIsPacked(3);
  }

  @Test
  void keepsNothingThatIsLarge() throws IOException {
    source.commit("a", "1");
    repack();
    source.commit("a", "2");
    assertCloneIsExact();
    byte[] large = new byte[PackedObjects.MAX_LENGTH];
    new Random(1).nextBytes(large);
    Files.write(source.directory().resolve("large"), large);
    source.git("add", "large");
    source.commit("a", "3");
    for (int i = 0; i < 2; i++) {
      assertCloneIsExact();
      assertThat(remembered().packed().count()).isEqualTo(3);
      assertThat(remembered().unpacked()).hasSize(4);
    }
  }

  @Test
  void startsAnewWithAnotherStoredPack() throws IOException {
    source.commit("a", "1");
    repack();
    source.commit("a", "2");
    assertCloneIsExact();
    repack();
    try (PackedRepository repository = packed()) {
      repository.forgetPacks();
    }
    source.commit("a", "3");
    assertCloneIsExact();
    assertThat(remembered().objects().size()).isEqualTo(3);
  }

  private List<String> branches() {
    return source.git("for-each-ref", "--format=%(refname:short)", "refs/heads").lines().toList();
  }

  private void moveBack(String branch) {
    source.git("checkout", "--quiet", branch);
    if (source.run("rev-parse", "--quiet", "--verify", "HEAD~1").exitCode() == 0) {
      source.git("reset", "--quiet", "--hard", "HEAD~1");
    }
  }

  /** Makes a branch of one commit that has nothing of what the branch had before. */
  private void replace(String branch, int round) {
    source.git("checkout", "--quiet", "--orphan", "work" + round);
    source.commit("apart" + round, "apart " + round);
    source.git("branch", "--quiet", "-f", branch);
    source.git("checkout", "--quiet", branch);
  }

  /** Clones all refs and compares objects with what native git reaches from them. */
  private void assertCloneIsExact() throws IOException {
    fill();
    Set<String> wants =
        new TreeSet<>(source.git("for-each-ref", "--format=%(objectname)").lines().toList());
    assertThat(cloned(wants))
        .isEqualTo(
            source
                .git("rev-list", "--all", "--objects", "--no-object-names")
                .lines()
                .collect(Collectors.toSet()));
  }

  /** The objects that a clone gets, by their ids. */
  private Set<String> cloned(Collection<String> wants, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("no-progress", "ofs-delta"));
    arguments.addAll(List.of(options));
    wants.forEach(want -> arguments.add("want " + want));
    arguments.add("done");
    byte[] response =
        kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", arguments.toArray(String[]::new)));
    Path copy = Files.createDirectory(directory.resolve("copy" + clones++));
    GitFixture bare = GitFixture.bare(copy);
    byte[] pack = RawClone.pack(new ByteArrayInputStream(response));
    assertThat(bare.execute(List.of("git", "index-pack", "--stdin", "--strict"), pack).exitCode())
        .isZero();
    return bare.git("cat-file", "--batch-check=%(objectname)", "--batch-all-objects")
        .lines()
        .collect(Collectors.toSet());
  }

  private CloneIncrement remembered() throws IOException {
    try (PackedRepository repository = packed()) {
      BitmappedPack base =
          Objects.requireNonNull(BitmappedPack.latestOf(repository.listPacks().packs()));
      return Objects.requireNonNull(
          kit.server.get(CloneIncrements.class).find(kit.repository.id(), base.pack()));
    }
  }

  private PackedRepository packed() throws IOException {
    return kit.server.get(RepositoryDirectories.class).openPacked(kit.repository.id());
  }

  private void fill() throws IOException {
    kit.fill(source);
    kit.server.get(Refs.class).reread(kit.repository.id());
  }

  private void repack() throws IOException {
    fill();
    kit.git().git("repack", "-a", "-d", "--quiet", "--write-bitmap-index");
  }
}

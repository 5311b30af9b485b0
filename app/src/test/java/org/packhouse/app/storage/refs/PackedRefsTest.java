package org.packhouse.app.storage.refs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.testing.GitFixture;

class PackedRefsTest {

  private static final String SORTED = "# pack-refs with: peeled fully-peeled sorted \n";
  private static final String ID = "1".repeat(40);
  private static final String OTHER = "2".repeat(40);

  @TempDir private Path directory;

  private static PackedRefs of(String content) {
    return new PackedRefs(content.getBytes(StandardCharsets.UTF_8));
  }

  /** Names that lie close to one another: one begins another, and bytes beyond ASCII. */
  private static List<String> names() {
    List<String> names = new ArrayList<>();
    Random random = new Random(7);
    String[] parts = {"a", "a-", "a.b", "ab", "ä", "\uD83D\uDE00", "\uFFFD", "z", "0", "topic"};
    for (int i = 0; i < 400; i++) {
      StringBuilder name = new StringBuilder("refs/");
      for (int part = random.nextInt(4); part >= 0; part--) {
        name.append(parts[random.nextInt(parts.length)]).append(part == 0 ? "" : "/");
      }
      names.add(name.toString());
    }
    return names.stream().distinct().sorted(RefNameOrder.BY_BYTES).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {SORTED, "# pack-refs with: peeled \n", ""})
  void findsEachRefHoweverTheHeaderIs(String header) {
    List<String> names = names();
    StringBuilder content = new StringBuilder(header);
    List<String> packed = new ArrayList<>();
    for (int i = 0; i < names.size(); i += 2) {
      packed.add(names.get(i));
      content.append("%040x %s\n".formatted(i, names.get(i)));
      content.append(i % 3 == 0 ? "^" + OTHER + "\n" : "");
    }
    NavigableMap<String, PackedRefs.Line> all = of(content.toString()).lines();
    assertThat(all.keySet()).containsExactlyElementsOf(packed);
    PackedRefs refs = of(content.toString());
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      assertThat(refs.find(name))
          .as(name)
          .isEqualTo(i % 2 == 0 ? ObjectId.fromString("%040x".formatted(i)) : null);
      assertThat(refs.find(name + "~")).isNull();
      List<String> below = packed.stream().filter(it -> it.startsWith(name + "/")).toList();
      assertThat(refs.firstBelow(name + "/", _ -> true))
          .isEqualTo(below.isEmpty() ? null : below.getFirst());
      assertThat(refs.firstBelow(name + "/", it -> below.indexOf(it) == 1))
          .isEqualTo(below.size() < 2 ? null : below.get(1));
    }
    assertThat(refs.find("")).isNull();
    assertThat(refs.find("zzz")).isNull();
  }

  @Test
  void findsWhatGitHasPacked() throws IOException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    String commit = work.commit("file", "1");
    work.git("tag", "-a", "-m", "One", "v1");
    for (int i = 0; i < 50; i++) {
      work.git("update-ref", "refs/heads/topic/" + i, commit);
    }
    work.git("pack-refs", "--all");
    byte[] content = Files.readAllBytes(work.directory().resolve(".git/packed-refs"));
    PackedRefs refs = new PackedRefs(content);
    String shown = work.git("for-each-ref", "--format=%(objectname) %(refname)");
    for (String line : shown.lines().toList()) {
      assertThat(refs.find(line.substring(41)))
          .isEqualTo(ObjectId.fromString(line.substring(0, 40)));
    }
    assertThat(refs.firstBelow("refs/tags/", _ -> true)).isEqualTo("refs/tags/v1");
    assertThat(refs.firstBelow("refs/notes/", _ -> true)).isNull();
    assertThat(refs.lines())
        .containsEntry(
            "refs/tags/v1",
            new PackedRefs.Line(
                ObjectId.fromString(work.git("rev-parse", "v1")),
                ObjectId.fromString(commit),
                true));
  }

  @Test
  void findsNothingWhereThereIsNothingOrNotAllOfALine() {
    for (String content : List.of("", SORTED, SORTED.strip(), SORTED + "\n\n", SORTED + ID)) {
      PackedRefs refs = of(content);
      assertThat(refs.find("refs/heads/main")).as(content).isNull();
      assertThat(refs.firstBelow("refs/", _ -> true)).as(content).isNull();
    }
    assertThat(new PackedRefs(null).find("refs/heads/main")).isNull();
    assertThat(of(SORTED + ID + " refs/heads/main").find("refs/heads/main"))
        .isEqualTo(ObjectId.fromString(ID));
    assertThat(of(SORTED + "# more\n" + ID + " refs/heads/main\n").find("refs/heads/main"))
        .isEqualTo(ObjectId.fromString(ID));
  }

  @Test
  void writesWhatItFindsAfterMoves() throws IOException {
    PackedRefs refs = of(SORTED + ID + " refs/heads/a\n" + ID + " refs/heads/c\n");
    List<Move> moves =
        List.of(
            new Move("refs/heads/b", "0".repeat(40), OTHER),
            new Move("refs/heads/a", ID, "0".repeat(40)));
    PackedRefs after = new PackedRefs(refs.after(moves, _ -> null));
    assertThat(Stream.of("a", "b", "c").map(it -> "refs/heads/" + it).map(after::find))
        .isEqualTo(Arrays.asList(null, ObjectId.fromString(OTHER), ObjectId.fromString(ID)));
  }
}

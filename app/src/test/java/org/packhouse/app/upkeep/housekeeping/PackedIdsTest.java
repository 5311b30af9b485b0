package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.testing.GitFixture;

class PackedIdsTest {

  private static final int BLOBS = 2_500;

  private static @TempDir Path directory;
  private static Path pack;
  private static NavigableSet<String> ids;

  @BeforeAll
  static void packSomeThousandBlobs() throws IOException {
    GitFixture git = GitFixture.bare(directory.resolve("some.git"));
    StringBuilder stream = new StringBuilder();
    for (int i = 0; i < BLOBS; i++) {
      String content = "blob " + i;
      stream
          .append("blob\ndata ")
          .append(content.length())
          .append('\n')
          .append(content)
          .append('\n');
    }
    git.execute(
        List.of("git", "-c", "fastimport.unpackLimit=1", "fast-import", "--quiet"),
        stream.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    try (var files = Files.walk(git.directory().resolve("objects/pack"))) {
      pack = files.filter(file -> file.toString().endsWith(".pack")).findFirst().orElseThrow();
    }
    ids = new TreeSet<>();
    git.git("verify-pack", "-v", pack.toString())
        .lines()
        .filter(line -> line.matches("[0-9a-f]{40} blob.*"))
        .forEach(line -> ids.add(line.substring(0, 40)));
    assertThat(ids).hasSize(BLOBS);
  }

  private static Path index(int version) {
    Path index = directory.resolve("v" + version + "-" + System.nanoTime() + ".idx");
    GitFixture.in(directory)
        .git("index-pack", "--index-version=" + version, "-o", index.toString(), pack.toString());
    return index;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void readsEveryIdInOrder(int version) throws IOException {
    List<String> read = new ArrayList<>();
    try (PackedIds packed = new PackedIds(index(version))) {
      assertThat(packed.count()).isEqualTo(BLOBS);
      while (packed.isAtId()) {
        read.add(HexFormat.of().formatHex(packed.id()));
        packed.next();
      }
      byte[] file = Files.readAllBytes(pack);
      assertThat(packed.packChecksum())
          .isEqualTo(Arrays.copyOfRange(file, file.length - PackedIds.ID, file.length));
    }
    assertThat(read).containsExactlyElementsOf(ids);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void advancesToWhatASortedSetHas(int version) throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 30; round++) {
      try (PackedIds packed = new PackedIds(index(version))) {
        TreeSet<String> wanted = new TreeSet<>();
        for (int i = 0; i < 1 << round % 11; i++) {
          byte[] some = new byte[PackedIds.ID];
          random.nextBytes(some);
          String text = HexFormat.of().formatHex(some);
          String known = ids.ceiling(text);
          wanted.add(known == null || random.nextBoolean() ? text : known);
        }
        for (String id : wanted) {
          assertThat(packed.advanceTo(HexFormat.of().parseHex(id))).isEqualTo(ids.contains(id));
          String next = ids.ceiling(id);
          if (ids.contains(id)) {
            assertThat(HexFormat.of().formatHex(packed.id())).isEqualTo(next);
          }
        }
      }
    }
  }

  @Test
  void refusesAnIndexThatIsCutOff() throws IOException {
    Path index = index(2);
    byte[] bytes = Files.readAllBytes(index);
    Path cut = directory.resolve("cut.idx");
    for (int length : List.of(0, 100, 1_100, bytes.length / 2)) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> new PackedIds(cut)).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void refusesAVersionThatIsNotKnown() throws IOException {
    byte[] bytes = Files.readAllBytes(index(2));
    bytes[7] = 3;
    Path other = Files.write(directory.resolve("other.idx"), bytes);
    assertThatThrownBy(() -> new PackedIds(other))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has version 3");
  }
}

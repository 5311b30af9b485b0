package org.packhouse.app.storage.refs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.storage.refs.move.RefCheck;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.app.testing.nfsclient.NfsClient;
import org.packhouse.hooks.RefChange;

/** Refs that another node moves, read by a client that remembers what it has looked for. */
class RefFilesTest {

  private static final ObjectId ONE = ObjectId.fromString("1".repeat(40));
  private static final ObjectId TWO = ObjectId.fromString("2".repeat(40));
  private static final String MAIN = "refs/heads/main";
  private static final String TOPIC = "refs/heads/topic/one";

  @TempDir private Path disk;
  private Path shown;

  @BeforeEach
  void makeRepository() throws IOException {
    Files.createDirectories(disk.resolve("refs/heads"));
    Files.createDirectories(disk.resolve("refs/tags"));
    Files.writeString(disk.resolve("HEAD"), "ref: " + MAIN + "\n");
    put(MAIN, ONE);
    shown = new NfsClient(disk).root();
  }

  @Test
  void showEveryRefAfterTheFirstPacking() throws IOException {
    assertThat(values()).containsOnly(Map.entry(MAIN, ONE));
    RefStamp stamp = RefStamp.unused();
    look().readAll(stamp);
    assertThat(stamp.hasSameFiles(look())).isTrue();
    RefFiles begun = look();
    assertThat(begun.headTarget()).isEqualTo(MAIN);
    assertThat(begun.shared().exists(begun.packedRefs())).isFalse();
    Files.writeString(disk.resolve("packed-refs"), ONE.name() + " " + MAIN + "\n");
    Files.delete(disk.resolve(MAIN));
    assertThat(Files.exists(shown.resolve("packed-refs"))).as("believed").isFalse();
    assertThat(stamp.hasSameFiles(look())).isFalse();
    assertThat(begun.readPacked(RefStamp.unused()).find(MAIN)).isEqualTo(ONE);
    assertThat(values()).containsOnly(Map.entry(MAIN, ONE));
    assertThat(new RefCheck(look(), Map.of(), false).current(MAIN)).isEqualTo(ONE);
  }

  @Test
  void showALooseRefThatWasLookedForBeforeItCame() throws IOException {
    assertThat(look().loose(TOPIC)).isNull();
    put(TOPIC, TWO);
    assertThat(Files.exists(shown.resolve(TOPIC))).as("believed").isFalse();
    assertThat(look().loose(TOPIC)).isEqualTo(TWO);
    assertThat(values()).containsEntry(TOPIC, TWO);
  }

  @Test
  void showThatADirectoryOfRefsHasChanged() throws IOException {
    put(TOPIC, ONE);
    RefStamp stamp = RefStamp.unused();
    look().readAll(stamp);
    put("refs/heads/topic/two", TWO);
    assertThat(stamp.hasSameFiles(look())).isFalse();
  }

  @Test
  void leaveOutWhatBeginsWithADot() throws IOException {
    put("refs/heads/.nfs00000000000a1b2c00000001", TWO);
    put("refs/heads/.hidden/ref", TWO);
    put("refs/heads/topic/.nfs00000000000a1b2c00000002", TWO);
    put("refs/heads/main.lock", TWO);
    assertThat(values()).containsOnly(Map.entry(MAIN, ONE));
    assertThat(look().looseBelow("refs/heads")).containsExactly(MAIN);
    assertThat(problems(Map.of(), RefsKit.add("refs/heads/topic", ONE))).isEmpty();
  }

  @Test
  void findWhatIsInTheWayOfANewRef() throws IOException {
    assertThat(problems(Map.of(), RefsKit.add(TOPIC, ONE))).isEmpty();
    assertThat(problems(Map.of(), RefsKit.add("refs/heads/topic", ONE))).isEmpty();
    put(TOPIC, ONE);
    assertThat(problems(Map.of(), RefsKit.add("refs/heads/topic", ONE)))
        .containsExactly("'" + TOPIC + "' exists; cannot create 'refs/heads/topic'");
    assertThat(problems(Map.of(), RefsKit.add("refs/heads/main/one", ONE)))
        .containsExactly("'refs/heads/main' exists; cannot create 'refs/heads/main/one'");
  }

  @Test
  void yieldToTheValueThatIsStored() throws IOException {
    Map<String, String> stored = Map.of(MAIN, TWO.name(), TOPIC, ONE.name());
    assertThat(problems(stored, RefsKit.add(TOPIC, TWO))).containsExactly(RefUpdates.EXISTS);
    assertThat(problems(stored, new RefChange(MAIN, ONE, TWO)))
        .containsExactly("non-fast-forward: it is at 2222222222 meanwhile, fetch first");
    // Nobody knows yet what became of the file.
    assertThat(problems(stored, new RefChange(MAIN, TWO, ONE)))
        .singleElement()
        .asString()
        .contains("another program has moved it");
    assertThat(problems(Map.of(MAIN, ONE.name()), new RefChange(MAIN, ONE, TWO))).isEmpty();
  }

  private RefFiles look() {
    return new RefFiles(shown);
  }

  private Map<String, ObjectId> values() throws IOException {
    Map<String, ObjectId> values = new java.util.TreeMap<>();
    look().readAll(RefStamp.unused()).forEach((ref, line) -> values.put(ref, line.id()));
    return values;
  }

  private java.util.Collection<String> problems(Map<String, String> stored, RefChange change)
      throws IOException {
    return new RefCheck(look(), stored, false).problems(List.of(Move.of(change))).values();
  }

  private void put(String ref, ObjectId value) throws IOException {
    Path file = disk.resolve(ref);
    Files.createDirectories(file.getParent());
    Path next = Files.writeString(disk.resolve("next"), value.name() + "\n");
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}

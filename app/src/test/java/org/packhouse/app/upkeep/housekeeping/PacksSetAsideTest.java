package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.storage.objects.OwnObjects;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Packs that were replaced a moment ago, and wait where no reader looks for them. */
class PacksSetAsideTest {

  private static final int PUSHES = 8;

  @TempDir Path temporary;

  private final TestingServer server = TestingServer.shared();
  private final Housekeeping housekeeping = server.get(Housekeeping.class);
  private HousekeepingKit kit;
  private Set<String> replaced;

  @BeforeEach
  void replacePacks() throws IOException {
    kit = new HousekeepingKit(server, temporary);
    kit.push(PUSHES);
    replaced = names(kit.packs);
    assertThat(housekeeping.run(kit.repository.id(), true)).isTrue();
    assertThat(names(kit.packs)).hasSize(PUSHES + 1).containsAll(replaced);
  }

  private static Set<String> names(PackDirectory directory) throws IOException {
    return directory.packs().stream().map(Pack::name).collect(Collectors.toSet());
  }

  /** As if minutes had passed since packs were replaced, and not an hour. */
  private void setAside() {
    server
        .get(JdbcClient.class)
        .sql(
            "update superseded_pack set superseded_at = superseded_at - interval '5 minutes'"
                + " where repository_id = ?")
        .param(kit.repository.id())
        .update();
    housekeeping.setAside(kit.repository.id());
  }

  @Test
  void leaveTheDirectoryOfReadersAndGoWhenNobodyReadsThem() throws IOException {
    housekeeping.setAside(kit.repository.id());
    assertThat(names(kit.packs)).containsAll(replaced);
    setAside();
    assertThat(names(kit.packs)).hasSize(1).doesNotContainAnyElementsOf(replaced);
    assertThat(names(kit.packs.aside())).isEqualTo(replaced);
    kit.assertSound();
    kit.push(1);
    assertThat(housekeeping.run(kit.repository.id(), true)).isTrue();
    assertThat(names(kit.packs.aside())).isEqualTo(replaced);
    kit.age();
    assertThat(housekeeping.run(kit.repository.id(), false)).isTrue();
    assertThat(kit.packs.aside().path()).isEmptyDirectory();
    kit.assertSound();
  }

  @Test
  void areStillReadByGitThatHadOnlyListedThem() throws Exception {
    List<String> objects =
        kit.stored.git("rev-list", "--objects", "--no-object-names", "main").lines().toList();
    Process git =
        new ProcessBuilder("git", "cat-file", "--batch-check=%(objectname) %(objectsize)")
            .directory(kit.directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream in = git.getOutputStream();
        BufferedReader out =
            new BufferedReader(
                new InputStreamReader(git.getInputStream(), StandardCharsets.UTF_8))) {
      for (int i = 0; i < objects.size(); i++) {
        if (i == 1) {
          setAside();
          assertThat(names(kit.packs)).hasSize(1);
        }
        in.write((objects.get(i) + "\n").getBytes(StandardCharsets.US_ASCII));
        in.flush();
        assertThat(out.readLine()).matches(objects.get(i) + " [0-9]+");
      }
    }
    assertThat(git.waitFor()).isZero();
  }

  @Test
  void areStillReadInProcessByWhoHadOnlyListedThem() throws IOException {
    List<String> objects =
        kit.stored.git("rev-list", "--objects", "--no-object-names", "main").lines().toList();
    try (var repository = server.get(RepositoryDirectories.class).open(kit.repository.id())) {
      OwnObjects own = new OwnObjects(repository);
      assertThat(repository.open(ObjectId.fromString(objects.getFirst())).getSize()).isPositive();
      setAside();
      for (String object : objects) {
        assertThat(own.has(ObjectId.fromString(object))).isTrue();
        assertThat(repository.open(ObjectId.fromString(object)).getCachedBytes()).isNotNull();
      }
    }
  }

  @Test
  void comeBackIfTheyAreNeeded() throws IOException {
    setAside();
    String whole = names(kit.packs).iterator().next();
    kit.packs.remove(whole, kit.packs.modifiedAt(whole));
    SupersededRepair.TakenBack taken = server.get(SupersededRepair.class).run();
    assertThat(taken.owners()).contains(kit.owner);
    assertThat(names(kit.packs)).isEqualTo(replaced);
    assertThat(names(kit.packs.aside())).isEmpty();
    kit.assertSound();
  }

  @Test
  void comeBackIfNoListNamesThem() throws IOException {
    setAside();
    String listed = names(kit.packs).iterator().next();
    kit.packs.remove(listed, kit.packs.modifiedAt(listed));
    server
        .get(JdbcClient.class)
        .sql("delete from superseded_pack where repository_id = ?")
        .param(kit.repository.id())
        .update();
    server.get(SupersededRepair.class).putBackUnlisted(kit.repository.id());
    assertThat(names(kit.packs)).isEqualTo(replaced);
    kit.assertSound();
  }

  @Test
  void comeBackWholeIfTheServerDiedWhileItSetThemAside() throws IOException {
    String half = replaced.iterator().next();
    Files.createDirectories(kit.packs.aside().path());
    Files.move(kit.packs.file(half, ".idx"), kit.packs.aside().file(half, ".idx"));
    assertThat(names(kit.packs)).doesNotContain(half);
    assertThat(housekeeping.run(kit.repository.id(), false)).isTrue();
    assertThat(names(kit.packs)).contains(half);
    setAside();
    assertThat(names(kit.packs.aside())).isEqualTo(replaced);
    kit.assertSound();
  }

  @Test
  void stayWhereReadersLookIfWhatTheyHoldIsNowhereElse() throws IOException {
    String whole =
        names(kit.packs).stream()
            .filter(name -> !replaced.contains(name))
            .findFirst()
            .orElseThrow();
    kit.packs.remove(whole, kit.packs.modifiedAt(whole));
    setAside();
    assertThat(names(kit.packs)).isEqualTo(replaced);
    assertThat(server.get(SupersededPacks.class).names(kit.owner)).isEmpty();
    GitFixture.Result fsck = kit.stored.run("fsck", "--full");
    assertThat(fsck.exitCode()).isZero();
  }
}

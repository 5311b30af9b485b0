package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.storage.process.GitSettings;
import org.packhouse.app.storage.process.TestingGitProcesses;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Steps of housekeeping when git says that it has written a pack, and has not, or not all of it.
 */
class UnprovenPacksTest {

  private static TestingServer server;
  private static Path fault;

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger =
      (Logger) LoggerFactory.getLogger(Housekeeping.class.getPackageName());
  private Housekeeping housekeeping;
  private JdbcClient jdbc;
  private HousekeepingKit kit;
  private Repository repository;
  private Path directory;
  private PackDirectory packs;
  private PackOwner owner;
  private GitFixture stored;
  private GitFixture work;

  @TempDir Path temporary;

  @BeforeAll
  static void startAServerWithThatGit(@TempDir Path directory) throws IOException {
    fault = directory.resolve("fault");
    Path git = FaultyGit.write(directory, fault);
    server =
        TestingServer.builder()
            .with("scm.git.executable", git.toString())
            .with("housekeeping.enabled", "false")
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void makeARepository() {
    housekeeping = server.get(Housekeeping.class);
    jdbc = server.get(JdbcClient.class);
    kit = new HousekeepingKit(server, temporary);
    repository = kit.repository;
    directory = kit.directory;
    packs = kit.packs;
    owner = kit.owner;
    stored = kit.stored;
    work = kit.work;
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void allIsWellAgain() throws IOException {
    logger.detachAppender(log);
    Files.deleteIfExists(fault);
  }

  private SupersededPacks superseded() {
    return server.get(SupersededPacks.class);
  }

  private double unproven() {
    return server.get(MeterRegistry.class).get("housekeeping.packs.unproven").counter().count();
  }

  private List<String> errors() {
    return log.list.stream()
        .filter(event -> event.getLevel() == Level.ERROR)
        .map(event ->
            event.getFormattedMessage()
                + (event.getThrowableProxy() == null
                    ? ""
                    : " " + event.getThrowableProxy().getMessage()))
        .toList();
  }

  private Set<Path> files() throws IOException {
    try (Stream<Path> list = Files.list(packs.path())) {
      return list.filter(file -> !file.getFileName().toString().startsWith("tmp_"))
          .collect(Collectors.toSet());
    }
  }

  private void assertSound() {
    kit.assertSound();
    assertThat(stored.git("rev-parse", "main")).isEqualTo(work.git("rev-parse", "HEAD"));
  }

  /** Packs everything once, with a bitmap, so that what is pushed next is rolled up. */
  private void packAllOnce() {
    for (int i = 0; i < 400; i++) {
      work.write("many/file" + i, "content " + i);
    }
    work.commitAll("many");
    work.git("push", "--quiet", "origin", "HEAD:refs/heads/main");
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    kit.age();
    assertThat(housekeeping.run(repository.id(), false)).isTrue();
    assertThat(packList()).hasSize(1);
  }

  private List<Pack> packList() {
    try {
      return packs.packs();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nothing, true", "nothing, false", "deaf, true", "deaf, false", "less, true", "less, false",
    "dies, true", "dies, false", "elsewhere, true", "elsewhere, false", "cut, true", "cut, false"
  })
  void listsAndRemovesNothingIfAPackIsNotThere(String what, boolean full) throws IOException {
    packAllOnce();
    kit.push(14);
    Set<Path> before = files();
    Set<String> listed = superseded().names(owner);
    Files.writeString(fault, what);

    assertThat(housekeeping.run(repository.id(), full)).isFalse();
    assertThat(superseded().names(owner)).isEqualTo(listed);
    kit.age();
    assertThat(housekeeping.run(repository.id(), full)).isFalse();
    assertThat(files()).containsAll(before);
    assertThat(errors())
        .filteredOn(line -> line.startsWith("Housekeeping of repository " + repository.id()))
        .hasSize(2);

    Files.delete(fault);
    assertThat(housekeeping.run(repository.id(), full)).isTrue();
    assertThat(superseded().names(owner)).isNotEmpty();
    kit.age();
    assertThat(housekeeping.run(repository.id(), false)).isTrue();
    assertThat(packs.packs()).hasSizeLessThan(5);
    assertSound();
  }

  @Test
  void namesPackAndObjectAndCountsThem() throws IOException {
    kit.push(3);
    Files.writeString(fault, "nothing");
    double before = unproven();
    assertThat(housekeeping.run(repository.id(), true)).isFalse();
    assertThat(unproven()).isEqualTo(before + 1);
    assertThat(errors())
        .singleElement()
        .asString()
        .containsPattern(
            "pack-[0-9a-f]{40} of repository %d holds object [0-9a-f]{40} and 2 more, which is in"
                    .formatted(repository.id())
                + " no pack that stays");
  }

  @Test
  void packsAllWhateverTheOrderInWhichPipesAreServed() throws IOException {
    HousekeepingSettings settings = server.get(HousekeepingSettings.class);
    GitProcesses late =
        TestingGitProcesses.lastFirst(
            new GitSettings(
                "git",
                Duration.ofMinutes(5),
                Duration.ofMinutes(5),
                1,
                GitSettings.Scheduling.NICE),
            temporary);
    Repacking repacking =
        new Repacking(
            new PackWriter(late, server.get(Tickets.class)),
            superseded(),
            settings,
            Clock.systemUTC());
    packAllOnce();
    kit.push(40);
    Set<String> rolledUp =
        packs.packs().stream()
            .filter(pack -> !pack.bitmap())
            .map(Pack::name)
            .collect(Collectors.toSet());
    assertThat(rolledUp).hasSize(40);
    assertThat(repacking.run(owner, directory, false)).isFalse();
    assertThat(superseded().names(owner)).isEqualTo(rolledUp);
    assertThat(packs.packs()).hasSize(42);
    kit.age();
    superseded().removeDue(owner, packs);
    assertThat(packs.packs()).hasSize(2);
    assertSound();

    work.git("checkout", "--quiet", "-b", "side");
    String lost = work.commit("side", "to be deleted");
    work.git("push", "--quiet", "origin", "side");
    work.git("push", "--quiet", "origin", ":side");
    work.git("checkout", "--quiet", "main");
    kit.push(39);
    assertThat(repacking.run(owner, directory, true)).isTrue();
    assertThat(packs.packs()).hasSize(44).anyMatch(Pack::cruft).anyMatch(Pack::bitmap);
    assertThat(superseded().names(owner)).hasSize(42);
    kit.age();
    superseded().removeDue(owner, packs);
    assertThat(packs.packs()).hasSize(2);
    assertThat(stored.run("cat-file", "-e", lost).exitCode()).isZero();
    assertSound();
    late.destroy();
  }

  @Test
  void removesNoPackWhoseObjectsAreNoLongerElsewhere() throws IOException {
    kit.push(3);
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    Pack whole = packs.packs().stream().filter(Pack::bitmap).findFirst().orElseThrow();
    packs.remove(whole.name(), whole.modifiedAt());
    kit.age();
    double before = unproven();
    superseded().removeDue(owner, packs);
    assertThat(packs.packs()).hasSize(3);
    assertThat(superseded().names(owner)).isEmpty();
    assertThat(unproven()).isEqualTo(before + 3);
    assertThat(errors()).hasSize(3).allMatch(line -> line.endsWith("no pack that stays; it stays"));
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    kit.age();
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    assertThat(packs.packs()).hasSize(1);
    assertSound();
  }

  @Test
  void removesNoPackBecauseOfOneThatIsToBeRemovedAsWell() throws IOException {
    kit.push(3);
    for (Pack pack : packs.packs()) {
      list(pack);
    }
    kit.age();
    superseded().removeDue(owner, packs);
    assertThat(packs.packs()).hasSize(3);
    assertSound();
  }

  private void list(Pack pack) {
    jdbc.sql("insert into superseded_pack (repository_id, name, modified_at) values (?, ?, ?)")
        .params(repository.id(), pack.name(), pack.modifiedAt())
        .update();
  }

  /** A repository whose only copy of a deleted branch is a cruft pack of three weeks ago. */
  private String expire() throws IOException {
    kit.push(2);
    work.git("checkout", "--quiet", "-b", "side");
    String lost = work.commit("side", "to be deleted");
    work.git("push", "--quiet", "origin", "side");
    work.git("push", "--quiet", "origin", ":side");
    work.git("checkout", "--quiet", "main");
    packAll(Clock.offset(Clock.systemUTC(), Duration.ofDays(-21)));
    kit.age();
    superseded().removeDue(owner, packs);
    assertThat(packs.packs()).hasSize(2).anyMatch(Pack::cruft);
    packAll(Clock.systemUTC());
    assertThat(superseded().names(owner)).hasSize(1);
    kit.age();
    return lost;
  }

  private void packAll(Clock clock) throws IOException {
    new Repacking(
            server.get(PackWriter.class),
            superseded(),
            server.get(HousekeepingSettings.class),
            clock)
        .run(owner, directory, true);
  }

  @Test
  void removesWhatNothingHasReferredToForTwoWeeks() throws IOException {
    String lost = expire();
    superseded().removeDue(owner, packs);
    assertThat(stored.run("cat-file", "-e", lost).exitCode()).isNotZero();
    assertThat(packs.packs()).hasSize(1);
    assertThat(packs.aside().packs()).hasSize(1);
    superseded().removeDue(owner, packs);
    assertThat(packs.aside().packs()).hasSize(1);
    kit.age();
    superseded().removeDue(owner, packs);
    assertThat(packs.aside().packs()).isEmpty();
    assertThat(errors()).isEmpty();
    assertSound();
  }

  @Test
  void keepsWhatHasExpiredAndIsReferredToAgain() throws IOException {
    String lost = expire();
    stored.git("update-ref", "refs/heads/again", lost);
    superseded().removeDue(owner, packs);
    assertThat(stored.run("cat-file", "-e", lost).exitCode()).isZero();
    assertThat(errors())
        .singleElement()
        .asString()
        .contains("without them others are missing: fatal: bad object " + lost)
        .contains("(refs/heads/again)");
    assertThat(superseded().names(owner)).isEmpty();
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    kit.age();
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    assertSound();
  }

  @Test
  void leavesWhatHasExpiredWhereReadersLookUntilItIsDue() throws IOException {
    String lost = expire();
    superseded().setAside(owner, packs);
    assertThat(stored.run("cat-file", "-e", lost).exitCode()).isZero();
    assertThat(packs.packs()).hasSize(2);
    assertThat(packs.aside().packs()).isEmpty();
    assertThat(superseded().names(owner)).hasSize(1);
  }

  @Test
  void putsBackWhatIsReferredToAgainAfterItWasSetAside() throws IOException {
    String lost = expire();
    superseded().removeDue(owner, packs);
    assertThat(packs.aside().packs()).hasSize(1);
    // Who had the object before it was set aside moves a ref to it.
    Files.writeString(directory.resolve("refs/heads/again"), lost + "\n");
    kit.age();
    superseded().removeDue(owner, packs);
    assertThat(packs.aside().packs()).isEmpty();
    assertThat(superseded().names(owner)).isEmpty();
    assertThat(stored.run("cat-file", "-e", lost).exitCode()).isZero();
    assertThat(errors()).singleElement().asString().contains("(refs/heads/again)");
    assertSound();
  }

  @Test
  void endsARemovalThatWasBrokenOff() throws IOException {
    kit.push(3);
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    String half = superseded().names(owner).iterator().next();
    Files.delete(packs.file(half, ".idx"));
    kit.age();
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    assertThat(packs.file(half, ".pack")).doesNotExist();
    assertSound();
  }

  @Test
  void removesNoPackWithoutIndexThatRefsNeed() throws IOException {
    kit.push(3);
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    String half = superseded().names(owner).iterator().next();
    Pack whole = packs.packs().stream().filter(Pack::bitmap).findFirst().orElseThrow();
    packs.remove(whole.name(), whole.modifiedAt());
    Files.delete(packs.file(half, ".idx"));
    kit.age();
    superseded().removeDue(owner, packs);
    assertThat(packs.file(half, ".pack")).exists();
    stored.git("index-pack", packs.file(half, ".pack").toString());
    assertSound();
  }

  @Test
  void removesNoPackWithoutIndexThatCameAgain() throws IOException {
    kit.push(3);
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    String again = superseded().names(owner).iterator().next();
    // A push writes the pack of the same name anew, and has not come to its index yet.
    Files.delete(packs.file(again, ".idx"));
    Files.setLastModifiedTime(
        packs.file(again, ".pack"), FileTime.from(Instant.now().plusSeconds(9)));
    kit.age();
    superseded().removeDue(owner, packs);
    assertThat(packs.file(again, ".pack")).exists();
    assertThat(superseded().names(owner)).isEmpty();
  }

  @Test
  void takesBackWhatIsListedAndNeeded() throws IOException {
    kit.push(4);
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    Set<String> replaced = superseded().names(owner);
    assertThat(replaced).hasSize(4);
    kit.push(2);
    packs.packs().stream().filter(pack -> !replaced.contains(pack.name())).forEach(this::list);
    assertThat(superseded().names(owner)).hasSize(7);

    SupersededRepair.TakenBack taken = server.get(SupersededRepair.class).run();
    assertThat(taken.owners()).containsExactly(owner);
    assertThat(log.list)
        .filteredOn(event -> event.getLevel() == Level.WARN)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .startsWith("Took back 7 packs of 1 repositories");
    assertThat(superseded().names(owner)).isEmpty();
    assertThat(server.get(RepositoryDamage.class).list()).isEmpty();
    assertSound();
    assertThat(server.get(SupersededRepair.class).run().packs()).isZero();
  }

  @Test
  void listsARepositoryWhoseRefsNeedWhatIsNotThereUntilItIsWholeAgain() throws IOException {
    kit.push(3);
    Pack lost = packs.packs().getFirst();
    Path kept = Files.createDirectory(temporary.resolve("kept"));
    for (String extension : List.of(".pack", ".idx")) {
      Files.move(packs.file(lost.name(), extension), kept.resolve(lost.name() + extension));
    }
    RepositoryDamage damage = server.get(RepositoryDamage.class);
    assertThat(housekeeping.run(repository.id(), true)).isFalse();
    assertThat(damage.list())
        .singleElement()
        .satisfies(damaged -> {
          assertThat(damaged.repositoryId()).isEqualTo(repository.id());
          assertThat(damaged.missing()).containsPattern("[0-9a-f]{40}");
        });
    assertThat(server.get(MeterRegistry.class).get("repositories.damaged").gauge().value())
        .isEqualTo(1);
    for (String extension : List.of(".pack", ".idx")) {
      Files.move(kept.resolve(lost.name() + extension), packs.file(lost.name(), extension));
    }
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    assertThat(damage.list()).isEmpty();
    assertSound();
  }

  @Test
  void tellsOfARefWhoseOwnObjectIsMissing() throws IOException {
    kit.push(1);
    Files.writeString(directory.resolve("refs/heads/broken"), "1".repeat(40) + "\n");
    assertThat(server.get(RepositoryDamage.class).look(repository.id()))
        .contains("bad object " + "1".repeat(40), "(refs/heads/broken)");
    Files.delete(directory.resolve("refs/heads/broken"));
    assertThat(server.get(RepositoryDamage.class).look(repository.id())).isNull();
  }

  @Test
  void doesNotTakeAPackThatCameAgainForTheReplacedOne() throws IOException {
    kit.push(2);
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    String again = superseded().names(owner).iterator().next();
    Files.setLastModifiedTime(
        packs.file(again, ".pack"), FileTime.from(Instant.now().plusSeconds(9)));
    kit.age();
    superseded().removeDue(owner, packs);
    assertThat(packs.packs().stream().map(Pack::name)).contains(again);
    assertThat(superseded().names(owner)).isEmpty();
  }

  @Test
  void refusesToListWhatItHasNotCompared() throws IOException {
    kit.push(2);
    List<Pack> all = packs.packs();
    assertThatThrownBy(() -> superseded().replace(owner, packs, all, List.of("pack-x"), null))
        .isInstanceOf(UnprovenPackException.class);
    assertThat(superseded().names(owner)).isEmpty();
  }
}

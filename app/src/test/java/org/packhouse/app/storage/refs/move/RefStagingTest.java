package org.packhouse.app.storage.refs.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.packhouse.app.storage.refs.RefsKit.add;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.storage.objects.SessionDirectories;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.RefChange;

/**
 * Steps of a process that loses the lock in the midst of its moves and wakes up. It keeps
 * directories open here and goes on in them: so does a client of a network file system, which knows
 * a directory by its number and not by its path.
 */
class RefStagingTest {

  private static final String MAIN = "refs/heads/main";
  private static final String TOPIC = "refs/heads/topic";

  private final UUID session = UUID.randomUUID();
  private RefsKit kit;
  private SessionDirectories directories;
  private ObjectId one;
  private ObjectId two;

  @BeforeEach
  void makeRepositoryAndSession() throws IOException {
    kit = new RefsKit(TestingServer.shared());
    directories = kit.get(SessionDirectories.class);
    kit.sql()
        .sql("insert into node_session (id, node_name, address) values (?, 'asleep', 'process 0')")
        .param(session)
        .update();
    one = kit.commit("one");
    two = kit.commit("two");
    kit.apply(add(MAIN, one), add(TOPIC, one));
  }

  @AfterEach
  void endSession() throws IOException {
    kit.sql().sql("delete from pending_ref_update where node_session = ?").param(session).update();
    kit.sql().sql("delete from node_session where id = ?").param(session).update();
    directories.fence(session);
    directories.remove(session);
  }

  @Test
  void letsNobodyMoveARefOutOfADirectoryThatHeHasOpenOnceAnotherHasTheLock() throws IOException {
    ObjectId three = kit.commit("three");
    PendingUpdate update = update(new RefChange(MAIN, one, two), new RefChange(TOPIC, one, two));
    kit.get(RefRows.class).insertPending(kit.sql(), update);
    RefStaging staging = moving(update);
    staging.place(
        update.changes().getFirst().content().getBytes(StandardCharsets.UTF_8), ref(MAIN));
    try (Sleeper sleeper = new Sleeper(staging.files())) {
      assertThat(kit.apply(new RefChange(TOPIC, two, three)))
          .as("the update was carried to its end first")
          .allMatch(RefUpdates.Result::moved);
      sleeper.assertPlacesNothingAs(ref(TOPIC));
    }
    assertThat(kit.git().git("rev-parse", TOPIC)).isEqualTo(three.name());
    assertThat(kit.git().git("rev-parse", MAIN)).isEqualTo(two.name());
  }

  @Test
  void letsNobodyMoveARefOutOfADirectoryOfASessionThatWasDead() throws IOException {
    RefStaging staging = moving(update(new RefChange(MAIN, one, two)));
    try (Sleeper sleeper = new Sleeper(staging.files())) {
      directories.fence(session);
      // A git command that outlived its server writes on.
      Files.createDirectories(directories.places(session).getFirst().resolve("1-quarantine"));
      assertThat(RefStaging.stop(directories, update(staging.updateId()))).isTrue();
      sleeper.assertPlacesNothingAs(ref(MAIN));
    }
  }

  @Test
  void stopsWhoCarriesAStoppedUpdateOn() throws IOException {
    PendingUpdate update = update(new RefChange(MAIN, one, two));
    moving(update);
    assertThat(RefStaging.stop(directories, update)).isTrue();
    RefStaging recovery = RefStaging.resume(directories, update);
    try (Sleeper sleeper = new Sleeper(recovery.files())) {
      assertThat(RefStaging.stop(directories, update)).as("it had the lock once").isTrue();
      sleeper.assertPlacesNothingAs(ref(MAIN));
    }
    RefStaging.forget(directories, update);
    assertThat(RefStaging.stop(directories, update)).isFalse();
  }

  @Test
  void stopsAnUpdateThatGotTheLockAfterSomebodyWasToDecideIt() throws IOException {
    PendingUpdate update = update(new RefChange(MAIN, one, two));
    RefStaging waited = RefStaging.create(directories, update);
    RefStaging.resume(directories, update);
    waited.beginMoving();
    try (Sleeper sleeper = new Sleeper(waited.files())) {
      assertThat(RefStaging.stop(directories, update)).isTrue();
      sleeper.assertPlacesNothingAs(ref(MAIN));
    }
  }

  @Test
  void leavesAnUpdateAloneThatWaitsForTheLock() throws IOException {
    PendingUpdate update = update(new RefChange(MAIN, one, two));
    RefStaging staging = RefStaging.create(directories, update);
    assertThat(RefStaging.stop(directories, update)).isFalse();
    staging.beginMoving();
    staging.place((two.name() + "\n").getBytes(StandardCharsets.UTF_8), ref(MAIN));
    staging.close();
    assertThat(kit.git().git("rev-parse", MAIN)).isEqualTo(two.name());
  }

  @Test
  void keepsWhoHasLostTheLockFromTheLockFilesOfOthers() throws IOException {
    RefStaging asleep = moving(update(new RefChange(MAIN, one, two)));
    RefStaging next = moving(update(new RefChange(MAIN, one, two)));
    RefLock held = RefLock.acquire(ref(MAIN), asleep);
    assertThat(RefStaging.stop(directories, update(asleep.updateId()))).isTrue();
    try (RefLock _ = RefLock.acquire(ref(MAIN), next)) {
      assertThatThrownBy(held::close).isInstanceOf(NoSuchFileException.class);
      assertThat(ref(MAIN + ".lock")).content().isEqualTo(next.updateId() + "\n");
    }
    assertThatThrownBy(() -> RefLock.acquire(ref(TOPIC), asleep))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(ref(TOPIC + ".lock")).doesNotExist();
    assertThat(ref(MAIN + ".lock")).doesNotExist();
    next.close();
  }

  @Test
  void leavesNothingBehind() throws IOException {
    PendingUpdate update = update(new RefChange(MAIN, one, two));
    RefStaging staging = moving(update);
    try (RefLock _ = RefLock.acquire(ref(MAIN), staging)) {
      staging.place((two.name() + "\n").getBytes(StandardCharsets.UTF_8), ref(MAIN));
      staging.remove(ref(TOPIC));
    }
    Files.writeString(staging.files().resolve("next"), "the disk was full");
    Path directory = staging.files().getParent();
    staging.close();
    assertThat(directory).doesNotExist();
    assertThat(ref(TOPIC)).doesNotExist();
    assertThat(ref(MAIN + ".lock")).doesNotExist();
  }

  private Path ref(String name) {
    return kit.directory().resolve(name);
  }

  private RefStaging moving(PendingUpdate update) throws IOException {
    RefStaging staging = RefStaging.create(directories, update);
    staging.beginMoving();
    return staging;
  }

  private PendingUpdate update(RefChange... changes) {
    return new PendingUpdate(
        UUID.randomUUID(),
        kit.repositoryId,
        session,
        "test",
        RefsKit.ADA,
        null,
        List.of(changes).stream().map(Move::of).toList());
  }

  private PendingUpdate update(UUID id) {
    return new PendingUpdate(id, kit.repositoryId, session, "test", RefsKit.ADA, null, List.of());
  }

  /** A process that stands still with a directory open. */
  private static final class Sleeper implements AutoCloseable {

    private final SecureDirectoryStream<Path> directory;

    @SuppressWarnings("StreamResourceLeak") // Closed with the sleeper.
    Sleeper(Path directory) throws IOException {
      this.directory = (SecureDirectoryStream<Path>) Files.newDirectoryStream(directory);
    }

    /** Wakes up and does what {@link RefStaging#place} does. */
    void assertPlacesNothingAs(Path target) throws IOException {
      byte[] before = Files.readAllBytes(target);
      Path parent = target.resolveSibling("");
      try (Sleeper awake = new Sleeper(parent)) {
        assertThatThrownBy(() -> place(awake.directory, target.getFileName()))
            .isInstanceOf(NoSuchFileException.class);
      }
      assertThat(target).hasBinaryContent(before);
    }

    private void place(SecureDirectoryStream<Path> refs, Path name) throws IOException {
      Path next = Path.of("next");
      try (SeekableByteChannel file =
          directory.newByteChannel(
              next, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
        file.write(ByteBuffer.wrap("old".getBytes(StandardCharsets.UTF_8)));
      }
      directory.move(next, refs, name);
    }

    @Override
    public void close() throws IOException {
      directory.close();
    }
  }
}

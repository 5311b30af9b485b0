package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitFailedException;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.storage.process.GitSettings;
import org.packhouse.app.storage.process.TestingGitProcesses;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.scmcache.ResponseOutput;

/** Clones by a git under which another node removes files. */
class NativeFetchTest {

  @TempDir private Path directory;
  private final FetchKit kit = new FetchKit();
  private final ByteArrayOutputStream response = new ByteArrayOutputStream();
  private String tip = "";
  private GitProcesses processes;

  @BeforeEach
  void fill() throws IOException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    tip = work.commit("a", "1");
    work.git("push", "--quiet", kit.url(), "HEAD:refs/heads/main");
    Path program = directory.resolve("git");
    Files.writeString(
        program,
        """
        #!/bin/sh
        if [ "$1" != version ] && [ -s '%1$s/starts' ]; then
          sed -i 1d '%1$s/starts'
          cat '%1$s/first'
          echo 'fatal: packfile ./objects/pack/pack-a.pack: Stale file handle' >&2
          exit 128
        fi
        exec git "$@"
        """
            .formatted(directory));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(directory.resolve("first"), "");
    processes =
        TestingGitProcesses.lastFirst(
            new GitSettings(
                program.toString(),
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                1,
                GitSettings.Scheduling.NICE),
            directory);
  }

  @AfterEach
  void stop() {
    processes.destroy();
  }

  @Test
  void isTriedAgainIfAFileWasRemovedBeforeTheFirstByte() throws IOException {
    Files.writeString(directory.resolve("starts"), "one\ntwo\n");
    produce();
    assertThat(FetchKit.text(response.toByteArray())).contains("packfile").contains("PACK");
    assertThat(Files.readString(directory.resolve("starts"))).isEmpty();
  }

  @Test
  void isNotTriedAgainForEver() throws IOException {
    Files.writeString(directory.resolve("starts"), "1\n2\n3\n4\n5\n");
    assertThatThrownBy(this::produce).isInstanceOf(GitFailedException.class);
    assertThat(Files.readString(directory.resolve("starts"))).isEqualTo("4\n5\n");
  }

  @Test
  void isNotTriedAgainOnceSomethingWasSent() throws IOException {
    Files.writeString(directory.resolve("starts"), "1\n2\n");
    Files.writeString(directory.resolve("first"), "000dpackfile\n");
    assertThatThrownBy(this::produce).isInstanceOf(GitFailedException.class);
    assertThat(Files.readString(directory.resolve("starts"))).isEqualTo("2\n");
  }

  private void produce() throws IOException {
    NativeFetch fetches =
        new NativeFetch(
            new UploadPackProcess(kit.server.get(RepositoryDirectories.class), processes),
            kit.server.get(Tickets.class));
    VisibleRefs refs = kit.server.get(RefViews.class).now(kit.repository.id());
    CheckedFetch fetch =
        new CheckedFetch(
            kit.repository.id(),
            "ada",
            refs,
            FetchKit.fetchRequest("want " + tip, "done"),
            Framing.V2);
    WaitingClient client = new WaitingClient(() -> response, fetch, System::nanoTime);
    fetches.produce(fetch, ResponseOutput.to(response, client));
  }
}

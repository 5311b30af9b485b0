package org.packhouse.app.storage.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.nfsclient.NfsClient;

/** The directory is changed on the local disk, as by another node, and looked at by a client. */
class SharedFilesTest {

  @TempDir private Path disk;
  private NfsClient client;
  private Path shown;

  @BeforeEach
  void mount() throws IOException {
    client = new NfsClient(disk);
    shown = client.root();
  }

  @Test
  void findAFileThatWasLookedForBeforeItCame() throws IOException {
    assertThat(read("file")).isNull();
    Files.writeString(disk.resolve("file"), "here");
    assertThat(Files.exists(shown.resolve("file"))).as("what the client believes").isFalse();
    assertThat(read("file")).isEqualTo("here");
    Files.delete(disk.resolve("file"));
    assertThat(read("file")).isNull();
  }

  @Test
  void findAFileInDirectoriesThatWereLookedForBeforeTheyCame() throws IOException {
    assertThat(read("a/b/c/file")).isNull();
    assertThat(new SharedFiles().list(shown.resolve("a/b"))).isNull();
    Files.createDirectories(disk.resolve("a/b/c"));
    Files.writeString(disk.resolve("a/b/c/file"), "here");
    assertThat(read("a/b/c/file")).isEqualTo("here");
    SharedFiles.Listing listing =
        Objects.requireNonNull(new SharedFiles().list(shown.resolve("a/b")));
    assertThat(listing.entries()).containsExactly(shown.resolve("a/b/c"));
  }

  @Test
  void findADirectoryWhereAFileWas() throws IOException {
    Files.writeString(disk.resolve("a"), "a file");
    assertThat(read("a/file")).isNull();
    Files.delete(disk.resolve("a"));
    Files.createDirectory(disk.resolve("a"));
    Files.writeString(disk.resolve("a/file"), "here");
    assertThat(read("a/file")).isEqualTo("here");
  }

  @Test
  void seeThatAFileWasReplacedAndThatADirectoryChanged() throws IOException {
    Files.createDirectory(disk.resolve("folder"));
    Files.writeString(disk.resolve("directory/file"), "old");
    BasicFileAttributes file = attributes("directory/file");
    BasicFileAttributes directory = directoryAttributes("folder");
    Files.writeString(disk.resolve("directory/next"), "another");
    Files.move(
        disk.resolve("directory/next"),
        disk.resolve("directory/file"),
        StandardCopyOption.ATOMIC_MOVE);
    Files.setLastModifiedTime(disk.resolve("folder"), FileTime.fromMillis(1));
    assertThat(Files.size(shown.resolve("directory/file"))).as("believed").isEqualTo(file.size());
    assertThat(attributes("directory/file").fileKey()).isNotEqualTo(file.fileKey());
    assertThat(directoryAttributes("folder").lastModifiedTime())
        .isNotEqualTo(directory.lastModifiedTime());
  }

  @Test
  void openAFileBeforeItsTimeIsCompared() throws IOException {
    Path pack = Files.writeString(disk.resolve("pack"), "content");
    assertThat(attributes("pack").lastModifiedTime().toMillis()).isPositive();
    Files.setLastModifiedTime(pack, FileTime.fromMillis(1000));
    assertThat(Files.getLastModifiedTime(shown.resolve("pack")).toMillis())
        .as("what the client believes")
        .isNotEqualTo(1000);
    assertThat(new SharedFiles().modifiedAt(shown.resolve("pack")))
        .isEqualTo(FileTime.fromMillis(1000));
    assertThat(new SharedFiles().modifiedAt(shown.resolve("none"))).isNull();
  }

  @Test
  void openEachDirectoryOnceInALookUnlessToldTo() throws IOException {
    SharedFiles look = new SharedFiles();
    look.read(shown.resolve("one"));
    look.read(shown.resolve("two"));
    assertThat(look.exists(shown.resolve("three"))).isFalse();
    assertThat(client.opened()).isEqualTo(1);
    Files.writeString(disk.resolve("one"), "here");
    assertThat(look.exists(shown.resolve("one"))).isFalse();
    assertThat(look.open(shown)).isTrue();
    assertThat(look.exists(shown.resolve("one"))).isTrue();
    assertThat(client.opened()).isEqualTo(2);
  }

  @Test
  void readAgainWhatWasReplacedUnderThem() throws IOException {
    Files.writeString(disk.resolve("file"), "here");
    client.replaceUnderReader(shown.resolve("file"));
    assertThatThrownBy(() -> Files.readString(shown.resolve("file"))).matches(SharedFiles::isStale);
    client.replaceUnderReader(shown.resolve("file"));
    assertThat(read("file")).isEqualTo("here");
  }

  private @Nullable String read(String name) throws IOException {
    byte[] content = new SharedFiles().read(shown.resolve(name));
    return content == null ? null : new String(content, UTF_8);
  }

  private BasicFileAttributes attributes(String name) throws IOException {
    return Objects.requireNonNull(new SharedFiles().attributes(shown.resolve(name)));
  }

  private BasicFileAttributes directoryAttributes(String name) throws IOException {
    return Objects.requireNonNull(new SharedFiles().directoryAttributes(shown.resolve(name)));
  }
}

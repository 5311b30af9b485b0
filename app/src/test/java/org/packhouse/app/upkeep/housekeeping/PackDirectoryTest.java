package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.nfsclient.NfsClient;

/** A directory of packs that another node writes to, seen by a client that remembers how it was. */
class PackDirectoryTest {

  private static final FileTime FORMER = FileTime.fromMillis(1_000_000);

  @TempDir private Path disk;

  @Test
  void keepsThePackOfTheSameNameThatAnotherNodeHasBrought() throws IOException {
    Path pack = file("pack-a.pack", "former");
    Files.setLastModifiedTime(pack, FORMER);
    file("pack-a.idx", "index");
    Path shown = new NfsClient(disk).root();
    PackDirectory directory = new PackDirectory(shown);
    assertThat(directory.modifiedAt("pack-a")).isEqualTo(FORMER.toMillis());
    Path believed = shown.resolve("objects/pack/pack-a.pack");
    assertThat(Files.getLastModifiedTime(believed)).isEqualTo(FORMER);

    Path brought = Files.writeString(disk.resolve("brought"), "another");
    Files.move(brought, pack, StandardCopyOption.ATOMIC_MOVE);
    assertThat(Files.getLastModifiedTime(believed)).as("what is believed").isEqualTo(FORMER);
    directory.remove("pack-a", FORMER.toMillis());
    assertThat(pack).hasContent("another");
    assertThat(disk.resolve("objects/pack/pack-a.idx")).exists();

    directory.remove("pack-a", Files.getLastModifiedTime(pack).toMillis());
    assertThat(pack).doesNotExist();
    assertThat(disk.resolve("objects/pack/pack-a.idx")).doesNotExist();
  }

  private Path file(String name, String content) throws IOException {
    Path directory = Files.createDirectories(disk.resolve("objects/pack"));
    return Files.writeString(directory.resolve(name), content);
  }
}

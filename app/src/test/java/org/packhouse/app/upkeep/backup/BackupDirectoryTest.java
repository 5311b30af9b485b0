package org.packhouse.app.upkeep.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.database.DumpedDatabase;

class BackupDirectoryTest {

  @TempDir private Path temporary;

  @Test
  void saysThatItIsWholeWhenAllOfItIsOnDisk() throws IOException {
    Path directory = temporary.resolve("backup");
    List<Path> forced = new ArrayList<>();
    BackupDirectory backup =
        new BackupDirectory(
            directory,
            path -> {
              assertThat(directory.resolve("backup.json")).doesNotExist();
              forced.add(path);
            });
    backup.create();
    Path refs =
        Files.createDirectories(directory.resolve("shared/repositories/0a/10.git/refs/heads"));
    Files.writeString(directory.resolve("database/project.gz"), "rows");
    Files.writeString(refs.resolve("main"), "1".repeat(40));
    Path pack = Files.writeString(temporary.resolve("pack"), "PACK");
    Path linked = refs.resolveSibling("linked.pack");
    Files.createLink(linked, pack);
    Files.copy(pack, refs.resolveSibling("copied.pack"));
    backup.write(List.of(), List.of());
    backup.finish(Instant.EPOCH, Instant.EPOCH, new DumpedDatabase("1", List.of(), List.of()));
    assertThat(directory.resolve("backup.json")).exists();
    try (Stream<Path> all = Files.walk(directory)) {
      assertThat(forced)
          .containsExactlyInAnyOrderElementsOf(
              all.filter(it -> !it.equals(linked) && !it.endsWith("backup.json")).toList());
    }
    assertThat(forced.indexOf(refs)).isGreaterThan(forced.indexOf(refs.resolve("main")));
  }
}

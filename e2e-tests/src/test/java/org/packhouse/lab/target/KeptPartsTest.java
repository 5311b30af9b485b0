package org.packhouse.lab.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.data.Directories;

class KeptPartsTest {

  @TempDir private Path directory;
  private Path home;
  private Path shared;
  private KeptParts parts;

  @BeforeEach
  void makeHome() throws IOException {
    home = directory.resolve("home");
    shared = home.resolve("shared");
    write(home.resolve("caches/postgresql-123/bin/postgres"), "a program");
    write(home.resolve("caches/other/file"), "something else");
    write(shared.resolve("config/ssh/ssh_host_ed25519_key"), "a key");
    parts = new KeptParts(directory.resolve("kept"));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void givesALaterHomeWhatAnEarlierOneHasMade() throws Exception {
    write(shared.resolve("config/ssh/ssh_host_rsa_key"), "a long key");
    parts.takeFrom(home, shared);
    Path later = directory.resolve("later");
    parts.giveTo(later, later.resolve("shared"));
    assertThat(later.resolve("caches/postgresql-123/bin/postgres")).hasContent("a program");
    assertThat(later.resolve("shared/config/ssh/ssh_host_rsa_key")).hasContent("a long key");
    assertThat(later.resolve("caches/other")).doesNotExist();
    Directories.delete(later);
    assertThat(directory.resolve("kept/postgresql-123/bin/postgres")).hasContent("a program");
  }

  @Test
  void keepsNoKeysBeforeAllAreThere() throws Exception {
    parts.takeFrom(home, shared);
    assertThat(names(directory.resolve("kept"))).containsExactly("postgresql-123");
  }

  @Test
  void changesNothingThatIsThere() throws Exception {
    parts.takeFrom(home, shared);
    write(home.resolve("caches/postgresql-123/bin/postgres"), "another program");
    parts.takeFrom(home, shared);
    assertThat(directory.resolve("kept/postgresql-123/bin/postgres")).hasContent("a program");
    assertThat(names(directory.resolve("kept"))).containsExactly("postgresql-123");
  }

  @Test
  void givesNothingBeforeTheFirstServer() throws Exception {
    Path first = directory.resolve("first");
    parts.giveTo(first, first.resolve("shared"));
    assertThat(first).doesNotExist();
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(it -> it.getFileName().toString()).sorted().toList();
    }
  }
}

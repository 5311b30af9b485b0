package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenHomesTest {

  @TempDir private Path directory;

  private Path home(String name, String permissions) throws IOException {
    Path home = Files.createDirectories(directory.resolve(name));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString(permissions));
    return home;
  }

  @Test
  void tellsOfAHomeThatOthersMayReadOrEnter() throws IOException {
    Path local = home("local", "rwxr-x--x");
    Path shared = home("shared", "rwx------");
    assertThat(OpenHomes.find(new Homes(local, shared)))
        .singleElement()
        .asString()
        .contains(local + " is open to other users of this machine (rwxr-x--x)")
        .contains("chmod -R go= " + local);
  }

  @Test
  void saysNothingOfASharedHomeInAClosedOne() throws IOException {
    Path local = home("local", "rwx------");
    assertThat(OpenHomes.find(new Homes(local, home("local/shared", "rwxr-xr-x")))).isEmpty();
    assertThat(OpenHomes.find(new Homes(local, home("elsewhere", "rwxr-xr-x")))).hasSize(1);
  }
}

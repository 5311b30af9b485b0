package org.packhouse.app.storage.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.util.SystemReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JGitDefaultsTest {

  private static final String STORE = "a vendor|25|/dev/sda1";

  @Test
  void keepsWhatWasMeasuredOfAFileSystemForTheNextStart(@TempDir Path home)
      throws IOException, ConfigInvalidException {
    Path file = home.resolve("file-systems.config");
    JGitDefaults.remember(file);
    assertThat(measured()).isEqualTo(-1);
    StoredConfig config = SystemReader.getInstance().getJGitConfig();
    config.setString("filesystem", STORE, "timestampResolution", "7 milliseconds");
    config.save();
    assertThat(measured()).isEqualTo(7);

    JGitDefaults.remember(home.resolve("of-another.config"));
    assertThat(measured()).isEqualTo(-1);
    JGitDefaults.remember(file);
    assertThat(measured()).isEqualTo(7);
  }

  @Test
  void measuresAnewIfTheFileIsNotToBeRead(@TempDir Path home)
      throws IOException, ConfigInvalidException {
    Path file = home.resolve("file-systems.config");
    for (byte[] damage : new byte[][] {"[files".getBytes(UTF_8), {(byte) 0xff, (byte) 0xfe, 0}}) {
      Files.write(file, damage);
      JGitDefaults.remember(file);
      assertThat(measured()).isEqualTo(-1);
    }
  }

  private static long measured() throws IOException, ConfigInvalidException {
    return SystemReader.getInstance()
        .getUserConfig()
        .getTimeUnit("filesystem", STORE, "timestampResolution", -1, TimeUnit.MILLISECONDS);
  }
}

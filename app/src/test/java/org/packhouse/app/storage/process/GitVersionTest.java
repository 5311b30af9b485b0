package org.packhouse.app.storage.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.storage.process.InstalledGit.GitVersion;
import org.packhouse.app.testing.TestingServer;

class GitVersionTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "git version 2.37.9,false,true",
    "git version 2.38.2,true,false",
    "git version 2.38.5,true,true",
    "git version 2.39.0,true,false",
    "git version 2.39.5,true,true",
    "git version 2.43.0,true,false",
    "git version 2.43.7.dirty,true,true",
    "git version 2.50.1 (Apple Git-155),true,true",
    "git version 2.50.0,true,false",
    "git version 2.51,true,true",
    "git version 3.0.0,true,true"
  })
  void knowsWhichAreGoodEnough(String output, boolean newEnough, boolean fixed) {
    GitVersion version = Objects.requireNonNull(GitVersion.parse(output));
    assertThat(version.isNewEnough()).isEqualTo(newEnough);
    assertThat(version.isFixed()).isEqualTo(fixed);
  }

  @Test
  void aBuildDemandsTheSame() throws IOException {
    assertThat(Files.readString(Path.of("build-server.sh")))
        .contains("readonly FIXED_GIT=\"" + GitVersion.FIXED + "\"\n");
  }

  @Test
  void aServerDoesNotStartWithKnownHoles() throws IOException {
    assertThatThrownBy(() -> installed("git version 2.39.0", ""))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("Git 2.39.0 has holes that are known")
        .hasMessageContaining("install 2.39.4 or later");
    assertThatThrownBy(() -> installed("git version 2.30.2", ""))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("needs git 2.38 or later but found \"git version 2.30.2\"");
    assertThatThrownBy(() -> installed("no git at all", ""))
        .isInstanceOf(StartRefusedException.class);
    assertThat(installed("git version 2.39.5", "").version()).isEqualTo("2.39.5");
    assertThat(installed("git version 2.43.0", "2.43.0").version()).isEqualTo("2.43.0");
  }

  @Test
  void takesTheSetting() {
    assertThat(SettingsBinding.bind(GitVersionSettings.class, Map.of()))
        .isEqualTo(new GitVersionSettings(""));
    assertThat(
            SettingsBinding.bind(
                GitVersionSettings.class, Map.of("scm.git.version.mended", "2.43.0")))
        .isEqualTo(new GitVersionSettings("2.43.0"));
  }

  private InstalledGit installed(String output, String mended) throws IOException {
    Path program =
        Files.writeString(directory.resolve("git"), "#!/bin/sh\necho '" + output + "'\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    GitSettings settings =
        new GitSettings(
            program.toString(),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            1,
            GitSettings.Scheduling.NICE);
    GitProcesses processes = new GitProcesses(settings, TestingServer.shared().get(Homes.class));
    try {
      return new InstalledGit(processes, settings, new GitVersionSettings(mended));
    } finally {
      processes.destroy();
    }
  }
}

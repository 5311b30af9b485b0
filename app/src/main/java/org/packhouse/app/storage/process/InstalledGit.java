package org.packhouse.app.storage.process;

import java.io.IOException;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.springframework.stereotype.Component;

/** The git program of this node; the server refuses to start with a vulnerable one. */
@Component
public class InstalledGit {

  private final GitVersion version;

  InstalledGit(GitProcesses processes, GitSettings settings, GitVersionSettings demanded) {
    String program = "scm.git.executable=" + settings.executable();
    String output;
    try {
      output = processes.version();
    } catch (IOException e) {
      throw new StartRefusedException(
          "Git cannot be run (%s): install git 2.38 or later.".formatted(program), e);
    }
    GitVersion found = GitVersion.parse(output);
    if (found == null || !found.isNewEnough()) {
      throw new StartRefusedException(
          "Packhouse needs git 2.38 or later but found \"%s\" (%s)."
              .formatted(output.strip(), program));
    }
    if (!found.isFixed() && !found.toString().equals(demanded.mended())) {
      throw new StartRefusedException(
          ("Git %s has holes that are known (%s): install %s or later. If your distribution has"
                  + " mended them without another number, set scm.git.version.mended=%s.")
              .formatted(found, program, found.fixed(), found));
    }
    if (settings.scheduling() == GitSettings.Scheduling.IDLE && !processes.canYield()) {
      throw new StartRefusedException(
          "scm.git.scheduling=idle needs the program chrt, and a kernel that lets it have a program"
              + " come last: install util-linux, or set scm.git.scheduling=nice.");
    }
    version = found;
  }

  /** Returns a version such as {@code 2.50.1}. */
  public String version() {
    return version.toString();
  }
}

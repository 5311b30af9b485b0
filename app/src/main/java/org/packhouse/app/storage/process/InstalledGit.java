package org.packhouse.app.storage.process;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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

  /** A version of git. {@code build-server.sh} has the same list of fixed ones. */
  record GitVersion(int major, int minor, int patch) {

    /** The first fixed release of each minor version, as minor:patch. */
    static final String FIXED = "38:5 39:4 40:4 41:3 42:4 43:7 44:4 45:4 46:4 47:3 48:2 49:1 50:1";

    private static final Map<Integer, Integer> PATCHES =
        Arrays.stream(FIXED.split(" ", -1))
            .map(pair -> pair.split(":", -1))
            .collect(
                Collectors.toMap(
                    pair -> Integer.valueOf(pair[0]), pair -> Integer.valueOf(pair[1])));
    private static final int FIRST_MINOR = 38;
    private static final Pattern OUTPUT =
        Pattern.compile("git version (\\d+)\\.(\\d+)(?:\\.(\\d+))?.*", Pattern.DOTALL);

    /** Parses the output of {@code git version}, or returns null. */
    static @Nullable GitVersion parse(String output) {
      Matcher matcher = OUTPUT.matcher(output);
      if (!matcher.matches()) {
        return null;
      }
      String patch = matcher.group(3);
      return new GitVersion(
          Integer.parseInt(matcher.group(1)),
          Integer.parseInt(matcher.group(2)),
          patch == null ? 0 : Integer.parseInt(patch));
    }

    /** Requires 2.38 for {@code merge-tree --write-tree}. */
    boolean isNewEnough() {
      return major > 2 || (major == 2 && minor >= FIRST_MINOR);
    }

    boolean isFixed() {
      return major > 2 || patch >= PATCHES.getOrDefault(minor, 0);
    }

    String fixed() {
      return "2.%d.%d".formatted(minor, PATCHES.getOrDefault(minor, 0));
    }

    @Override
    public String toString() {
      return major + "." + minor + "." + patch;
    }
  }
}

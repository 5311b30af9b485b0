package org.packhouse.app.storage.process;

import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A version of git, and whether it is without the holes that are known. Git mends its holes in new
 * releases of the last minor versions; {@code build-server.sh} has the same list.
 */
record GitVersion(int major, int minor, int patch) {

  /** The first release of each minor version without known holes, as minor:patch. */
  static final String FIXED = "38:5 39:4 40:4 41:3 42:4 43:7 44:4 45:4 46:4 47:3 48:2 49:1 50:1";

  private static final Map<Integer, Integer> PATCHES =
      Arrays.stream(FIXED.split(" ", -1))
          .map(pair -> pair.split(":", -1))
          .collect(
              Collectors.toMap(pair -> Integer.valueOf(pair[0]), pair -> Integer.valueOf(pair[1])));
  private static final int FIRST_MINOR = 38;
  private static final Pattern OUTPUT =
      Pattern.compile("git version (\\d+)\\.(\\d+)(?:\\.(\\d+))?.*", Pattern.DOTALL);

  /** Reads what {@code git version} prints; null: it is none. */
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

  /** Whether it has all that the server uses: {@code merge-tree --write-tree} came with 2.38. */
  boolean isNewEnough() {
    return major > 2 || (major == 2 && minor >= FIRST_MINOR);
  }

  /** Whether no holes of it are known. */
  boolean isFixed() {
    return major > 2 || patch >= PATCHES.getOrDefault(minor, 0);
  }

  /** The first release of its minor version without known holes. */
  String fixed() {
    return "2.%d.%d".formatted(minor, PATCHES.getOrDefault(minor, 0));
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}

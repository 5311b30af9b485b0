package org.packhouse.e2e.harness;

import java.util.Collection;
import java.util.regex.Pattern;

/** Paths of a server, of which no client ever hears: a scenario fails in which one does. */
final class ServerPaths {

  private static final Pattern PATH =
      Pattern.compile(
          "/pools/|/repositories/(?:incoming|[0-9a-f]{2}/)|/homes/[^/]*/shared/|objects/superseded");

  /** Words that are innocent where a client speaks of its own directories. */
  private static final Pattern TOLD =
      Pattern.compile(
          "(?m)^.*(?:remote: |remote error: |remote rejected).*"
              + "(?:objects/|/pack-|quarantine|\\btmp_|bitmap file).*$");

  private ServerPaths() {}

  /**
   * Fails if a program was told a path of a server.
   *
   * @param command its words and directory: one that names a path of a server is no client and may
   *     be told of it
   */
  static void assertNoneTold(Collection<String> command, String output) {
    boolean client = command.stream().noneMatch(word -> PATH.matcher(word).find());
    if (client && (PATH.matcher(output).find() || TOLD.matcher(output).find())) {
      throw new AssertionError("A client was told where the server keeps its files: " + output);
    }
  }
}

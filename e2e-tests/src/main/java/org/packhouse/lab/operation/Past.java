package org.packhouse.lab.operation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.packhouse.lab.data.GitCommand;
import org.packhouse.lab.git.FetchRequest;

/**
 * Clients that fetched a while ago.
 *
 * @param branch the default branch
 * @param commits of that branch, newest first
 * @param behind how many commits a client lacks of what the repository had when it was made
 */
record Past(String branch, List<String> commits, int behind) {

  private static final int USUAL = 10;

  /**
   * Looks how far behind a client is.
   *
   * @param bytes how much it is to fetch, about; 0 for ten commits
   */
  static Past of(Path repository, long bytes) throws IOException {
    String branch = GitCommand.in(repository, "symbolic-ref", "HEAD").succeed().text().strip();
    List<String> commits =
        GitCommand.in(repository, "rev-list", "--first-parent", branch)
            .succeed()
            .text()
            .lines()
            .toList();
    if (commits.size() < 2) {
      throw new IllegalArgumentException(
          "Nothing can be fetched from %s, which has %d commits"
              .formatted(repository, commits.size()));
    }
    int behind = bytes == 0 ? USUAL : behind(repository, commits, bytes);
    return new Past(branch, commits, Math.clamp(behind, 1, commits.size() - 1));
  }

  private static int behind(Path repository, List<String> commits, long bytes) throws IOException {
    int low = 1;
    int high = commits.size() - 1;
    while (low < high) {
      int middle = (low + high) / 2;
      if (size(repository, commits.getFirst(), commits.get(middle)) < bytes) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static long size(Path repository, String tip, String have) throws IOException {
    String size =
        GitCommand.in(repository, "rev-list", "--objects", "--disk-usage", tip, "^" + have)
            .succeed()
            .text();
    return Long.parseLong(size.strip());
  }

  /** What a client has that is about so far behind, up to a quarter less or more. */
  List<String> haves(Turn turn) {
    int spread = behind / 4;
    int at = behind + (spread == 0 ? 0 : turn.random().nextInt(-spread, spread + 1));
    int first = Math.clamp(at, 1, commits.size() - 1);
    return commits.subList(first, Math.min(first + FetchRequest.FIRST_HAVES, commits.size()));
  }

  /** The branch without {@code refs/heads/}. */
  String shortBranch() {
    return Optional.of(branch)
        .filter(it -> it.startsWith("refs/heads/"))
        .map(it -> it.substring("refs/heads/".length()))
        .orElse(branch);
  }
}

package org.packhouse.app.source.merge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.springframework.stereotype.Component;

/**
 * Merges trees as {@code git merge-tree} does, which is asked unless {@link DisjointMerge} knows
 * its answer; new objects are loose objects of the quarantine.
 */
@Component
class MergeTree {

  private static final int CONFLICTS = 1;

  private final RepositoryDirectories directories;
  private final GitProcesses processes;

  MergeTree(RepositoryDirectories directories, GitProcesses processes) {
    this.directories = directories;
    this.processes = processes;
  }

  /** A merged tree; with conflicts, files have markers. */
  record Merged(ObjectId tree, List<String> conflicts) {
    boolean isClean() {
      return conflicts.isEmpty();
    }
  }

  /** Merges two commits; throws GitFailedException if git refuses to try. */
  Merged merge(MergePlace place, ObjectId ours, ObjectId theirs) throws IOException {
    try (Repository repository = place.quarantine().open()) {
      Optional<ObjectId> merged = DisjointMerge.ofCommits(repository, ours, theirs);
      if (merged.isPresent()) {
        return new Merged(merged.get(), List.of());
      }
    }
    return mergeByGit(place, ours, theirs);
  }

  Merged mergeByGit(MergePlace place, ObjectId ours, ObjectId theirs) throws IOException {
    GitCommand command =
        command(
            place,
            "merge-tree",
            "--write-tree",
            "-z",
            "--name-only",
            "--no-messages",
            ours.name(),
            theirs.name());
    try (GitProcess process = processes.start(place.ticket(), command)) {
      process.sendNothing();
      String output = new String(process.stdout().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != CONFLICTS) {
        process.succeed();
      }
      List<String> fields = List.of(output.split("\0", -1));
      return new Merged(
          ObjectId.fromString(fields.getFirst()),
          fields.stream().skip(1).filter(path -> !path.isEmpty()).distinct().toList());
    }
  }

  /** Runs a git command that also sees the objects of the quarantine. */
  String run(MergePlace place, String... arguments) throws IOException {
    return processes.run(place.ticket(), command(place, arguments));
  }

  private GitCommand command(MergePlace place, String... arguments) throws IOException {
    return GitCommand.in(directories.check(place.repositoryId()), arguments)
        .environment(place.quarantine().environment())
        .niced();
  }
}

package org.packhouse.app.source.merge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.storage.objects.Alternates;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.springframework.stereotype.Component;

/** Copies commits of another repository into the quarantine, as one self-contained pack. */
@Component
public class ForeignCommits {

  private final RepositoryDirectories directories;
  private final GitProcesses processes;

  ForeignCommits(RepositoryDirectories directories, GitProcesses processes) {
    this.directories = directories;
    this.processes = processes;
  }

  /**
   * Copies what {@code known} commits do not reach.
   *
   * @throws IOException if an object is missing, or the disk fails
   */
  public void bring(MergePlace place, long sourceId, ObjectId tip, Collection<ObjectId> known)
      throws IOException {
    StringBuilder revisions = new StringBuilder(tip.name()).append('\n');
    known.forEach(id -> revisions.append('^').append(id.name()).append('\n'));
    Path own = directories.check(place.repositoryId()).resolve("objects");
    GitCommand command =
        GitCommand.in(
                directories.check(sourceId),
                "pack-objects",
                "--revs",
                "--delta-base-offset",
                "-q",
                place.quarantine().objectDirectory().resolve("pack").resolve("pack").toString())
            .environment(Alternates.VARIABLE, Alternates.of(own));
    try (GitProcess process = processes.start(place.ticket(), command)) {
      process.send(revisions.toString().getBytes(StandardCharsets.US_ASCII));
      process.stdout().readAllBytes();
      process.succeed();
    }
  }
}

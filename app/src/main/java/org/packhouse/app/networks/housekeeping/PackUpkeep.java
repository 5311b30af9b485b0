package org.packhouse.app.networks.housekeeping;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** The steps of housekeeping that repositories and pools share: those on their packs. */
@Component
class PackUpkeep {

  private final Repacking repacking;
  private final SupersededPacks superseded;
  private final PackWriter commands;

  PackUpkeep(Repacking repacking, SupersededPacks superseded, PackWriter commands) {
    this.repacking = repacking;
    this.superseded = superseded;
    this.commands = commands;
  }

  /** Nobody reads any more what was replaced before then. */
  Instant unreadBefore() {
    return superseded.unreadBefore();
  }

  /** Removes the packs that were replaced long enough ago, and what writers have left behind. */
  void sweep(PackOwner owner, Path repository) throws IOException {
    PackFolder folder = new PackFolder(repository);
    superseded.removeDue(owner, folder);
    folder.sweep();
  }

  void packRefs(PackOwner owner, Path repository) throws IOException {
    commands.run(owner, commands.command(repository, "pack-refs", "--all", "--prune"));
  }

  /**
   * Packs what came since the last time.
   *
   * @param full whether to pack everything anew, needed or not
   * @return whether everything was packed anew
   */
  boolean repack(PackOwner owner, Path repository, boolean full) throws IOException {
    return repacking.run(owner, repository, full);
  }

  void writeCommitGraph(PackOwner owner, Path repository) throws IOException {
    commands.run(
        owner,
        commands
            .command(repository, "commit-graph", "write", "--reachable", "--no-progress")
            // JGit warns of the chunks of the other version each time it opens the file.
            .with("commitGraph.generationVersion", "1"));
  }
}

package org.packhouse.app.networks.housekeeping;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.packhouse.app.platform.outbox.WorkMeters;
import org.packhouse.app.storage.refs.RefPacking;
import org.springframework.stereotype.Component;

/** The steps of housekeeping that repositories and pools share: those on their packs. */
@Component
class PackUpkeep {

  private final Repacking repacking;
  private final SupersededPacks superseded;
  private final PackWriter commands;
  private final RefPacking refs;
  private final WorkMeters meters;

  PackUpkeep(
      Repacking repacking,
      SupersededPacks superseded,
      PackWriter commands,
      RefPacking refs,
      WorkMeters meters) {
    this.repacking = repacking;
    this.superseded = superseded;
    this.commands = commands;
    this.refs = refs;
    this.meters = meters;
  }

  /** Nobody reads any more what was replaced before then. */
  Instant unreadBefore() {
    return superseded.unreadBefore();
  }

  /** The ids of repositories with packs to be set aside. */
  List<Long> repositoriesToSetAside() {
    return superseded.repositoriesToSetAside();
  }

  /** The ids of pools with packs to be set aside. */
  List<Long> poolsToSetAside() {
    return superseded.poolsToSetAside();
  }

  /** Sets the packs aside that were replaced a moment ago. */
  void setAside(PackOwner owner, Path repository) throws IOException {
    superseded.setAside(owner, new PackDirectory(repository));
  }

  /** Removes the packs that were replaced long enough ago, and what writers have left behind. */
  void sweep(PackOwner owner, Path repository) throws IOException {
    PackDirectory directory = new PackDirectory(repository);
    superseded.putBackUnlisted(owner);
    superseded.removeDue(owner, directory);
    superseded.setAside(owner, directory);
    directory.sweep();
  }

  void packRefs(long repositoryId) throws IOException {
    refs.pack(repositoryId);
  }

  /**
   * Packs what came since the last time.
   *
   * @param full whether to pack everything anew, needed or not
   * @return whether everything was packed anew
   */
  boolean repack(PackOwner owner, Path repository, boolean full) throws IOException {
    try (var _ = meters.begin("housekeeping")) {
      return repacking.run(owner, repository, full);
    }
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

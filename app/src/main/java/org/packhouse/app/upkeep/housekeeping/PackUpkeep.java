package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import org.packhouse.app.platform.outbox.WorkMeters;
import org.packhouse.app.storage.objects.SharedFiles;
import org.packhouse.app.storage.refs.move.RefPacking;
import org.springframework.stereotype.Component;

/** The steps of housekeeping that repositories and pools share: those on their packs. */
@Component
class PackUpkeep {

  /** Some 300 commits that change a file in a directory each. */
  private static final long WORTH_A_COMMIT_GRAPH = 1000;

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

  /**
   * Writes the commit-graph, if it is worth it: what has come since the last one is walked without
   * it nearly as fast, as long as that is not much.
   *
   * @param packedAll whether everything was packed anew: what is no more must not stand in it
   */
  void writeCommitGraph(PackOwner owner, Path repository, boolean packedAll) throws IOException {
    if (!packedAll && objectsSince(graph(repository), repository) < WORTH_A_COMMIT_GRAPH) {
      return;
    }
    commands.run(
        owner,
        commands
            .command(repository, "commit-graph", "write", "--reachable", "--no-progress")
            // JGit warns of the chunks of the other version each time it opens the file.
            .with("commitGraph.generationVersion", "1"));
  }

  private static Path graph(Path repository) {
    return repository.resolve("objects/info/commit-graph");
  }

  /** Objects in packs that are younger than the file; as many as can be if it is not there. */
  private static long objectsSince(Path graph, Path repository) throws IOException {
    BasicFileAttributes attributes = new SharedFiles().attributes(graph);
    if (attributes == null) {
      return Long.MAX_VALUE;
    }
    long written = attributes.lastModifiedTime().toMillis();
    return new PackDirectory(repository)
        .packs().stream()
            .filter(pack -> !pack.cruft() && pack.modifiedAt() > written)
            .mapToLong(PackDirectory.Pack::objects)
            .sum();
  }
}

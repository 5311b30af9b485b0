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

/** The housekeeping of packs, which repositories and pools share. */
@Component
class PackUpkeep {

  /** The objects of some 300 commits that change a file in a directory each. */
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

  /** Returns the time before which superseded packs are read by no operation. */
  Instant unreadBefore() {
    return superseded.unreadBefore();
  }

  List<Long> repositoriesToSetAside() {
    return superseded.repositoriesToSetAside();
  }

  List<Long> poolsToSetAside() {
    return superseded.poolsToSetAside();
  }

  void setAside(PackOwner owner, Path repository) throws IOException {
    superseded.setAside(owner, new PackDirectory(repository));
  }

  /** Removes superseded packs whose time has come, and temporary files of writers. */
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
   * Rolls small packs up into larger ones, or repacks everything if {@code full} is set or a new
   * bitmap is due; returns whether everything was repacked.
   */
  boolean repack(PackOwner owner, Path repository, boolean full) throws IOException {
    try (var _ = meters.begin("housekeeping")) {
      return repacking.run(owner, repository, full);
    }
  }

  /** Writes the commit-graph, if enough objects have come since, or some may have gone. */
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

  /** Returns the objects in packs younger than the graph; all if there is no graph. */
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

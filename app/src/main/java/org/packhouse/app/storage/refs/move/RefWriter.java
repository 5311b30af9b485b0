package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.storage.objects.DurableFiles;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.PackedRefs;
import org.packhouse.app.storage.refs.RefFiles;
import org.packhouse.app.storage.refs.RefStamp;

/**
 * Moves refs on disk, durably. Readers and recovery rely on the order: {@code packed-refs}, removal
 * of loose files, new loose files, HEAD.
 */
final class RefWriter {

  private final RefFiles files;
  private final RefStaging staging;
  private final RefLocks locks;
  private final PackedRefs.Peeler peeler;
  private final Checkpoint checkpoint;
  private final Set<Path> touched = new TreeSet<>();
  private boolean moved;

  RefWriter(
      RefFiles files,
      RefStaging staging,
      RefLocks locks,
      PackedRefs.Peeler peeler,
      Checkpoint checkpoint) {
    this.files = files;
    this.staging = staging;
    this.locks = locks;
    this.peeler = peeler;
    this.checkpoint = checkpoint;
  }

  /** The moves must have been checked. */
  void write(List<Move> moves) throws IOException {
    List<Move> deletes = moves.stream().filter(move -> !move.isHead() && move.isDelete()).toList();
    List<Move> values = moves.stream().filter(move -> !move.isHead() && !move.isDelete()).toList();
    if (locks.packing()) {
      writePacked(moves.stream().filter(move -> !move.isHead()).toList());
    } else if (!deletes.isEmpty()) {
      writePacked(deletes);
    }
    if (!locks.packing()) {
      for (Move move : values) {
        writeLoose(move);
      }
    }
    for (Move move : moves) {
      if (move.isHead()) {
        place(move, files.file(move.ref()));
      }
    }
    touched.addAll(locks.touched());
    // Before the directories are synced, so that no lock survives a power cut.
    locks.close();
    for (Path directory : touched) {
      if (Files.isDirectory(directory)) {
        DurableFiles.force(directory);
      }
    }
  }

  private void writePacked(List<Move> moves) throws IOException {
    Path target = files.packedRefs();
    PackedRefs packed = files.readPacked(RefStamp.unused());
    boolean changes =
        moves.stream().anyMatch(move -> !move.isDelete() || packed.find(move.ref()) != null);
    if (changes) {
      staging.place(packed.after(moves, peeler), target);
      moved(files.gitDirectory());
      // The loose files removed next hide the new values: old ones must not come back alone.
      DurableFiles.force(files.gitDirectory());
    }
    for (Move move : moves) {
      Path loose = files.file(move.ref());
      BasicFileAttributes attributes = files.shared().attributes(loose);
      if (attributes != null && attributes.isRegularFile()) {
        staging.remove(loose);
        moved(RefLocks.parentOf(loose));
      }
      // A lock file would keep the ref's directory from being removed.
      locks.release(loose);
    }
    Set<Path> parents = new TreeSet<>();
    for (Move move : moves) {
      parents.add(RefLocks.parentOf(files.file(move.ref())));
    }
    for (Path parent : parents) {
      removeEmptyDirectories(parent);
    }
  }

  private void writeLoose(Move move) throws IOException {
    Path target = files.file(move.ref());
    locks.require(target);
    if (Files.isDirectory(target)) {
      removeEmptyTree(target);
    }
    place(move, target);
  }

  private void place(Move move, Path target) throws IOException {
    staging.place(move.content().getBytes(StandardCharsets.UTF_8), target);
    moved(RefLocks.parentOf(target));
  }

  private void moved(Path directory) {
    touched.add(directory);
    if (!moved) {
      moved = true;
      checkpoint.reached(Step.FIRST_REF_MOVED);
    }
  }

  private static void removeEmptyTree(Path directory) throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path path : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          // No known ref lies here: another program has just created one.
          throw new IOException(path + " is in the way of a new ref");
        }
        Files.delete(path);
      }
    }
  }

  /** Removes empty parents as git does, but not {@code refs/heads} and its like. */
  private void removeEmptyDirectories(Path directory) throws IOException {
    Path refs = files.file("refs");
    Path current = directory;
    while (current.startsWith(refs) && current.getNameCount() > refs.getNameCount() + 1) {
      try {
        Files.delete(current);
      } catch (DirectoryNotEmptyException e) {
        return;
      } catch (NoSuchFileException e) {
        // already gone; continue with its parent
      }
      current = RefLocks.parentOf(current);
    }
  }
}

package org.packhouse.app.networks.housekeeping;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.packhouse.app.storage.objects.DurableFiles;

/** The folder {@code objects/pack} of one repository. */
final class PackFolder {

  /** As git removes them: without its index no new reader opens a pack. */
  private static final List<String> EXTENSIONS =
      List.of(".idx", ".pack", ".rev", ".bitmap", ".mtimes");

  private static final int INDEX_HEADER = 8;
  private static final int LAST_FANOUT = 255 * 4;

  /** No git command runs for so long: what is unfinished since then is nobody's. */
  private static final Duration ABANDONED = Duration.ofDays(1);

  private final Path folder;

  PackFolder(Path repository) {
    this.folder = repository.resolve("objects").resolve("pack");
  }

  /**
   * A pack that has an index.
   *
   * @param name {@code pack-<hash>}
   * @param objects how many it holds
   * @param cruft whether it holds what nothing refers to
   * @param kept whether a {@code .keep} file says that it is to stay
   * @param modifiedAt of the pack file, in milliseconds
   */
  record Pack(
      String name, long objects, boolean cruft, boolean kept, boolean bitmap, long modifiedAt) {}

  Path path() {
    return folder;
  }

  /** The packs, in no order. */
  List<Pack> packs() throws IOException {
    Set<String> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    } catch (NoSuchFileException e) {
      return List.of();
    }
    List<Pack> packs = new ArrayList<>();
    for (String file : files) {
      if (file.startsWith("pack-") && file.endsWith(".idx")) {
        String name = file.substring(0, file.length() - 4);
        if (files.contains(name + ".pack")) {
          packs.add(
              new Pack(
                  name,
                  count(folder.resolve(file)),
                  files.contains(name + ".mtimes"),
                  files.contains(name + ".keep"),
                  files.contains(name + ".bitmap"),
                  modifiedAt(name)));
        }
      }
    }
    return packs;
  }

  /** When the pack file was modified, in milliseconds; -1 if it is not there. */
  long modifiedAt(String name) throws IOException {
    try {
      return Files.getLastModifiedTime(folder.resolve(name + ".pack")).toMillis();
    } catch (NoSuchFileException e) {
      return -1;
    }
  }

  /**
   * Dates packs. Git takes the age of a pack for the age of the objects in it that nothing refers
   * to: it has to be the time when that was found out.
   */
  void touch(List<Pack> packs, Instant now) throws IOException {
    for (Pack pack : packs) {
      Files.setLastModifiedTime(folder.resolve(pack.name() + ".pack"), FileTime.from(now));
    }
  }

  /** Removes a pack and what describes it. */
  void remove(String name) throws IOException {
    for (String extension : EXTENSIONS) {
      Files.deleteIfExists(folder.resolve(name + extension));
    }
  }

  /** Waits until the entries of the folder are on disk. */
  void force() throws IOException {
    DurableFiles.force(folder);
  }

  /** Removes what commands that died left unfinished long ago. */
  void sweep() throws IOException {
    Set<Path> abandoned = new HashSet<>();
    try (Stream<Path> list = Files.list(folder)) {
      for (Path file : (Iterable<Path>) list::iterator) {
        String name = file.getFileName().toString();
        if (name.startsWith("tmp_") || name.startsWith(".tmp-")) {
          abandoned.add(file);
        }
      }
    } catch (NoSuchFileException e) {
      return;
    }
    Path fresh = null;
    try {
      for (Path file : abandoned) {
        fresh = fresh == null ? Files.createTempFile(folder, "tmp_", "_clock") : fresh;
        if (isOld(file, Files.getLastModifiedTime(fresh).toInstant())) {
          Files.deleteIfExists(file);
        }
      }
    } finally {
      if (fresh != null) {
        Files.deleteIfExists(fresh);
      }
    }
  }

  private static boolean isOld(Path file, Instant now) throws IOException {
    try {
      return Files.getLastModifiedTime(file).toInstant().plus(ABANDONED).isBefore(now);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static long count(Path index) throws IOException {
    try (DataInputStream input = new DataInputStream(Files.newInputStream(index))) {
      input.skipNBytes(INDEX_HEADER + LAST_FANOUT);
      return Integer.toUnsignedLong(input.readInt());
    }
  }
}

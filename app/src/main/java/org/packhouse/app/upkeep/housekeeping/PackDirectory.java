package org.packhouse.app.upkeep.housekeeping;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.DurableFiles;
import org.packhouse.app.storage.objects.SharedFiles;
import org.packhouse.app.storage.pack.PackEntries;

/**
 * The directory {@code objects/pack} of a repository, or {@code objects/superseded} beside it,
 * where no reader looks: superseded packs wait there until no reader has them open.
 */
final class PackDirectory {

  /** In git's order of removal: without its index no new reader opens a pack. */
  private static final List<String> EXTENSIONS =
      List.of(".idx", ".pack", ".rev", ".bitmap", ".mtimes");

  private static final String INDEX = ".idx";
  private static final String PACK = ".pack";

  private static final int INDEX_HEADER = 8;
  private static final int LAST_FANOUT = 255 * 4;
  private static final int PACK_SIGNATURE = 0x5041434b; // PACK
  private static final int PACK_HEADER = 12;

  /** No git command runs longer: temporary files of this age are abandoned. */
  private static final Duration ABANDONED = Duration.ofDays(1);

  private final Path directory;

  PackDirectory(Path repository) {
    this(repository.resolve("objects"), "pack");
  }

  private PackDirectory(Path objects, String name) {
    this.directory = objects.resolve(name);
  }

  /** Returns the directory of superseded packs, which may not exist yet. */
  PackDirectory aside() {
    return new PackDirectory(directory.resolveSibling(".").normalize(), PackEntries.SUPERSEDED);
  }

  /** A pack with an index, named {@code pack-<hash>}; its file's time is in milliseconds. */
  record Pack(
      String name, long objects, boolean cruft, boolean kept, boolean bitmap, long modifiedAt) {}

  Path path() {
    return directory;
  }

  List<Pack> packs() throws IOException {
    return packs(_ -> true);
  }

  /**
   * Returns packs by name. Others are not opened: after a minute of pushes there are thousands, and
   * each takes three system calls.
   */
  List<Pack> packs(Predicate<String> wanted) throws IOException {
    SharedFiles shared = new SharedFiles();
    Set<String> files = files(shared);
    List<Pack> packs = new ArrayList<>();
    for (String name : names(files)) {
      if (wanted.test(name)) {
        packs.add(
            new Pack(
                name,
                count(file(name, INDEX)),
                files.contains(name + ".mtimes"),
                files.contains(name + ".keep"),
                files.contains(name + ".bitmap"),
                modifiedAt(name, shared)));
      }
    }
    return packs;
  }

  Map<String, Pack> packsByName(Predicate<String> wanted) throws IOException {
    return packs(wanted).stream().collect(Collectors.toMap(Pack::name, pack -> pack));
  }

  Set<String> names() throws IOException {
    return names(files(new SharedFiles()));
  }

  private static Set<String> names(Set<String> files) {
    Set<String> names = new HashSet<>();
    for (String file : files) {
      if (file.startsWith("pack-") && file.endsWith(INDEX)) {
        String name = file.substring(0, file.length() - INDEX.length());
        if (files.contains(name + PACK)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  Path file(String name, String extension) {
    return directory.resolve(name + extension);
  }

  /**
   * Opens the ids of a pack whose files match; null: one is missing, truncated or another pack's.
   */
  @Nullable PackedIds wholeIds(String name) throws IOException {
    PackedIds ids = null;
    boolean whole = false;
    try (FileChannel pack = FileChannel.open(file(name, ".pack"), StandardOpenOption.READ)) {
      ids = new PackedIds(file(name, ".idx"));
      ByteBuffer header = ByteBuffer.allocate(PACK_HEADER);
      ByteBuffer checksum = ByteBuffer.allocate(PackedIds.ID);
      pack.read(header, 0);
      pack.read(checksum, Math.max(0, pack.size() - PackedIds.ID));
      whole =
          header.getInt(0) == PACK_SIGNATURE
              && Integer.toUnsignedLong(header.getInt(PACK_HEADER - Integer.BYTES)) == ids.count()
              && Arrays.equals(checksum.array(), ids.packChecksum());
    } catch (NoSuchFileException | EOFException e) {
      whole = false;
    } finally {
      if (ids != null && !whole) {
        ids.close();
      }
    }
    return whole ? ids : null;
  }

  /**
   * Returns the modification time of the pack file in milliseconds, -1 if it is missing. The file
   * is opened for it, because NFS caches attributes of a file that another node has replaced.
   */
  long modifiedAt(String name) throws IOException {
    return modifiedAt(name, new SharedFiles());
  }

  private long modifiedAt(String name, SharedFiles shared) throws IOException {
    FileTime time = shared.modifiedAt(directory.resolve(name + ".pack"));
    return time == null ? -1 : time.toMillis();
  }

  /**
   * Sets the modification time of packs, which git takes for the age of their unreachable objects:
   * it has to be the time when they were found unreachable.
   */
  void touch(List<Pack> packs, Instant now) throws IOException {
    for (Pack pack : packs) {
      Files.setLastModifiedTime(directory.resolve(pack.name() + ".pack"), FileTime.from(now));
    }
  }

  /**
   * Moves a pack out of the readers' directory, its index first, so that no reader opens a pack
   * that then goes. Readers that have it open keep it.
   */
  void setAside(String name) throws IOException {
    PackDirectory aside = aside();
    if (!Files.isDirectory(aside.directory)) {
      Files.createDirectories(aside.directory);
      DurableFiles.force(directory.resolveSibling(".").normalize());
    }
    for (String extension : EXTENSIONS) {
      move(aside, name + extension);
    }
  }

  /** Puts a pack back that was set aside wholly or in part, its index last. */
  void putBack(String name) throws IOException {
    for (String extension : EXTENSIONS.reversed()) {
      aside().move(this, name + extension);
    }
    force();
  }

  private void move(PackDirectory target, String file) throws IOException {
    try {
      Files.move(
          directory.resolve(file), target.directory.resolve(file), StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      // not every pack has each of its files, and the move may have been broken off before
    }
  }

  /** Returns the names of packs of which the move was broken off: index here, pack aside. */
  Set<String> halfAside() throws IOException {
    Set<String> here = files(new SharedFiles());
    Set<String> half = new HashSet<>();
    Set<String> there = aside().files(new SharedFiles());
    for (String file : there) {
      String name = file.substring(0, Math.max(0, file.lastIndexOf('.')));
      boolean indexAlone = there.contains(name + INDEX) && !there.contains(name + PACK);
      boolean packAlone = there.contains(name + PACK) && !there.contains(name + INDEX);
      if ((indexAlone && here.contains(name + PACK))
          || (packAlone && here.contains(name + INDEX))) {
        half.add(name);
      }
    }
    return half;
  }

  private Set<String> files(SharedFiles shared) throws IOException {
    SharedFiles.Listing listing = shared.list(directory);
    return listing == null
        ? Set.of()
        : listing.entries().stream()
            .map(file -> file.getFileName().toString())
            .collect(Collectors.toSet());
  }

  /** Removes a pack, unless another node has brought one of the same name. */
  void remove(String name, long modifiedAt) throws IOException {
    long present = modifiedAt(name);
    if (present == modifiedAt || present == -1) {
      for (String extension : EXTENSIONS) {
        Files.deleteIfExists(directory.resolve(name + extension));
      }
    }
  }

  /** Syncs the directory to disk. */
  void force() throws IOException {
    DurableFiles.force(directory);
  }

  /** Removes temporary files of commands that died. */
  void sweep() throws IOException {
    Set<Path> abandoned = new HashSet<>();
    try (Stream<Path> list = Files.list(directory)) {
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
        fresh = fresh == null ? Files.createTempFile(directory, "tmp_", "_clock") : fresh;
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

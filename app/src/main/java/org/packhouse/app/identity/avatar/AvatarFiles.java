package org.packhouse.app.identity.avatar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.packhouse.app.platform.node.SharedHomeBulkhead;

/**
 * Uploaded avatars. Listings are cached until the directory's time changes: lists ask for each row.
 */
final class AvatarFiles {

  private static final Duration TRUSTED = Duration.ofSeconds(2);

  private final Path root;
  private final SharedHomeBulkhead door;
  private final Map<Path, Listing> listings = new ConcurrentHashMap<>();

  AvatarFiles(Path root, SharedHomeBulkhead door) {
    this.root = root;
    this.door = door;
  }

  /**
   * The names in a directory, whose time is compared only with itself: the file server has its own
   * clock. Other times are of {@link System#nanoTime}.
   */
  private record Listing(
      long lookedAt, FileTime modified, long modifiedSeenAt, long listedAt, Set<String> names) {

    boolean isFresh() {
      return System.nanoTime() - lookedAt < TRUSTED.toNanos();
    }

    /** Within the resolution of its time a directory may change twice and look the same. */
    boolean isSettled() {
      return listedAt - modifiedSeenAt > TRUSTED.toNanos();
    }
  }

  Path of(AvatarOwner owner) {
    return directory(owner).resolve(name(owner));
  }

  boolean exists(AvatarOwner owner) {
    return listing(directory(owner)).names().contains(name(owner));
  }

  private Path directory(AvatarOwner owner) {
    return root.resolve(
        switch (owner) {
          case AvatarOwner.OfUser _ -> "users";
          case AvatarOwner.OfProject _ -> "projects";
        });
  }

  private static String name(AvatarOwner owner) {
    return owner.id() + ".png";
  }

  /** Replaces the file atomically. */
  void write(AvatarOwner owner, byte[] png) throws IOException {
    Path file = of(owner);
    Files.createDirectories(directory(owner));
    Path draft = file.resolveSibling("." + owner.id() + "." + UUID.randomUUID());
    try {
      try (FileChannel channel =
          FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(png);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
      listings.remove(directory(owner));
    }
  }

  void delete(AvatarOwner owner) throws IOException {
    Files.deleteIfExists(of(owner));
    listings.remove(directory(owner));
  }

  void forget() {
    listings.clear();
  }

  private Listing listing(Path directory) {
    Listing known = listings.get(directory);
    if (known != null && known.isFresh()) {
      return known;
    }
    try {
      Listing now = door.run(() -> look(directory, known));
      listings.put(directory, now);
      return now;
    } catch (SharedHomeAwayException e) {
      // Administrators need their pages, with avatars, while the shared home is away.
      return known == null ? new Listing(0, FileTime.fromMillis(0), 0, 0, Set.of()) : known;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list the avatars in " + directory, e);
    }
  }

  private Listing look(Path directory, @Nullable Listing known) throws IOException {
    long at = System.nanoTime();
    try {
      FileTime modified = Files.getLastModifiedTime(directory);
      boolean same = known != null && known.modified().equals(modified);
      if (known != null && same && known.isSettled()) {
        return new Listing(at, modified, known.modifiedSeenAt(), known.listedAt(), known.names());
      }
      Set<String> names = new HashSet<>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.png")) {
        files.forEach(file -> names.add(file.getFileName().toString()));
      }
      long seenAt = known != null && same ? known.modifiedSeenAt() : at;
      return new Listing(at, modified, seenAt, at, names);
    } catch (NoSuchFileException e) {
      return new Listing(at, FileTime.fromMillis(0), at, at, Set.of());
    }
  }
}

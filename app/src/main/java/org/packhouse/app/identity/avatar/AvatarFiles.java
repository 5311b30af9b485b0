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
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files. Which there are is remembered by folder, and looked up again when the folder's time
 * has changed: lists ask for every row.
 */
final class AvatarFiles {

  private static final Duration TRUSTED = Duration.ofSeconds(2);

  private final Path root;
  private final Clock clock;
  private final Map<Path, Listing> listings = new ConcurrentHashMap<>();

  AvatarFiles(Path root, Clock clock) {
    this.root = root;
    this.clock = clock;
  }

  private record Listing(FileTime modified, long lookedAt, Set<String> names) {
    boolean isFresh() {
      return System.nanoTime() - lookedAt < TRUSTED.toNanos();
    }
  }

  Path of(AvatarOwner owner) {
    return folder(owner).resolve(name(owner));
  }

  boolean exists(AvatarOwner owner) {
    return listing(folder(owner)).names().contains(name(owner));
  }

  private Path folder(AvatarOwner owner) {
    return root.resolve(
        switch (owner) {
          case AvatarOwner.OfUser _ -> "users";
          case AvatarOwner.OfProject _ -> "projects";
        });
  }

  private static String name(AvatarOwner owner) {
    return owner.id() + ".png";
  }

  /** The new file stands there whole or not at all. */
  void write(AvatarOwner owner, byte[] png) throws IOException {
    Path file = of(owner);
    Files.createDirectories(folder(owner));
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
      listings.remove(folder(owner));
    }
  }

  void delete(AvatarOwner owner) throws IOException {
    Files.deleteIfExists(of(owner));
    listings.remove(folder(owner));
  }

  private Listing listing(Path folder) {
    Listing known = listings.get(folder);
    if (known != null && known.isFresh()) {
      return known;
    }
    Listing now = look(folder, known);
    listings.put(folder, now);
    return now;
  }

  private Listing look(Path folder, @Nullable Listing known) {
    long at = System.nanoTime();
    try {
      FileTime modified = Files.getLastModifiedTime(folder);
      if (known != null && known.modified().equals(modified) && isSettled(modified)) {
        return new Listing(modified, at, known.names());
      }
      Set<String> names = new HashSet<>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.png")) {
        files.forEach(file -> names.add(file.getFileName().toString()));
      }
      return new Listing(modified, at, names);
    } catch (NoSuchFileException e) {
      return new Listing(FileTime.fromMillis(0), at, Set.of());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list the avatars in " + folder, e);
    }
  }

  /** Within the resolution of its time a folder may change twice and look the same. */
  private boolean isSettled(FileTime modified) {
    return clock.millis() - modified.toMillis() > TRUSTED.toMillis();
  }
}

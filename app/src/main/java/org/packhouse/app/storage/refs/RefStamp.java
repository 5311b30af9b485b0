package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.SharedFiles;

/**
 * The file attributes of HEAD, {@code packed-refs} and every ref directory before they were read.
 * Moving a ref renames a file, which changes one of them: while all are equal, no ref has moved.
 * Attributes read within seconds of a change prove nothing, because a second change in the same
 * clock tick of the file system would not show.
 */
public final class RefStamp {

  private static final Duration YOUNG = Duration.ofSeconds(3);

  private final Map<Path, Look> looks = new LinkedHashMap<>();
  private final Instant taken;

  RefStamp(Instant taken) {
    this.taken = taken;
  }

  /** Returns a stamp for readers that never compare it. */
  public static RefStamp unused() {
    return new RefStamp(Instant.EPOCH);
  }

  private record Look(boolean directory, Instant modified, long size, @Nullable Object key) {
    static Look of(boolean directory, BasicFileAttributes attributes) {
      return new Look(
          directory,
          attributes.lastModifiedTime().toInstant(),
          attributes.size(),
          attributes.fileKey());
    }
  }

  void see(Path file, SharedFiles shared) throws IOException {
    Look look = look(false, file, shared);
    if (look != null) {
      looks.put(file, look);
    }
  }

  void seeDirectory(Path directory, BasicFileAttributes attributes) {
    looks.put(directory, Look.of(true, attributes));
  }

  /** Returns whether the files are unchanged, and were not modified just before they were read. */
  boolean isStill(RefFiles files) throws IOException {
    return looks.values().stream().noneMatch(it -> it.modified().isAfter(taken.minus(YOUNG)))
        && hasSameFiles(files);
  }

  /** Compares file attributes: enough for files that are replaced, never modified in place. */
  public boolean hasSameFiles(RefFiles files) throws IOException {
    SharedFiles shared = files.shared();
    Path packedRefs = files.packedRefs();
    if (!looks.containsKey(packedRefs) && shared.exists(packedRefs)) {
      return false;
    }
    for (Map.Entry<Path, Look> seen : looks.entrySet()) {
      Look now = look(seen.getValue().directory(), seen.getKey(), shared);
      if (!Objects.equals(seen.getValue(), now)) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Look look(boolean directory, Path file, SharedFiles shared)
      throws IOException {
    BasicFileAttributes attributes =
        directory ? shared.directoryAttributes(file) : shared.attributes(file);
    return attributes == null ? null : Look.of(directory, attributes);
  }
}

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
 * The look of HEAD, {@code packed-refs} and every directory of refs before they were read. Whoever
 * moves a ref renames a file, which changes one of them; so as long as all look the same, no ref
 * has moved. A look that was taken within moments of a change proves nothing: another change in the
 * same tick of the file system's clock would leave it as it is.
 */
public final class RefStamp {

  private static final Duration YOUNG = Duration.ofSeconds(3);

  private final Map<Path, Look> looks = new LinkedHashMap<>();
  private final Instant taken;

  RefStamp(Instant taken) {
    this.taken = taken;
  }

  /** One of which nobody asks anything. */
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

  /** Looks at a file that is about to be read. */
  void see(Path file, SharedFiles shared) throws IOException {
    Look look = look(false, file, shared);
    if (look != null) {
      looks.put(file, look);
    }
  }

  /** The same for a directory that has just been looked at. */
  void seeDirectory(Path directory, BasicFileAttributes attributes) {
    looks.put(directory, Look.of(true, attributes));
  }

  /** Whether everything looks as it did, and did long enough when it was read. */
  boolean isStill(RefFiles files) throws IOException {
    return looks.values().stream().noneMatch(it -> it.modified().isAfter(taken.minus(YOUNG)))
        && hasSameFiles(files);
  }

  /** Whether everything looks as it did: enough for files that each change replaces by another. */
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

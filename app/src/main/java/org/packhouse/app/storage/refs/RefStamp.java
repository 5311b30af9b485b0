package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The look of HEAD, {@code packed-refs} and every folder of refs before they were read. Whoever
 * moves a ref renames a file, which changes one of them; so as long as all look the same, no ref
 * has moved. A look that was taken within moments of a change proves nothing: another change in the
 * same tick of the file system's clock would leave it as it is.
 */
final class RefStamp {

  private static final Duration YOUNG = Duration.ofSeconds(3);

  private final Map<Path, Look> looks = new LinkedHashMap<>();
  private final Instant taken;

  RefStamp(Instant taken) {
    this.taken = taken;
  }

  private record Look(Instant modified, long size, @Nullable Object key) {
    static Look of(BasicFileAttributes attributes) {
      return new Look(
          attributes.lastModifiedTime().toInstant(), attributes.size(), attributes.fileKey());
    }
  }

  /** Looks at a file that is about to be read. */
  void see(Path file) throws IOException {
    Look look = look(file);
    if (look != null) {
      looks.put(file, look);
    }
  }

  /** The same for a folder that has just been looked at. */
  void see(Path folder, BasicFileAttributes attributes) {
    looks.put(folder, Look.of(attributes));
  }

  /** Whether everything looks as it did, and did long enough when it was read. */
  boolean isStill(Path packedRefs) throws IOException {
    return looks.values().stream().noneMatch(it -> it.modified().isAfter(taken.minus(YOUNG)))
        && hasSameFiles(packedRefs);
  }

  /** Whether everything looks as it did: enough for files that each change replaces by another. */
  boolean hasSameFiles(Path packedRefs) throws IOException {
    if (!looks.containsKey(packedRefs) && look(packedRefs) != null) {
      return false;
    }
    for (Map.Entry<Path, Look> seen : looks.entrySet()) {
      if (!Objects.equals(seen.getValue(), look(seen.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Look look(Path file) throws IOException {
    try {
      return Look.of(Files.readAttributes(file, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      return null;
    }
  }
}

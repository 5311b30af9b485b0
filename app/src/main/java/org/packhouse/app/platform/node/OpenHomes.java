package org.packhouse.app.platform.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds homes that other users of the machine can read; they contain keys and hashes. */
public final class OpenHomes {

  private static final Set<PosixFilePermission> OF_THE_OWNER =
      PosixFilePermissions.fromString("rwx------");

  private OpenHomes() {}

  /** Returns a warning for each open home; none without POSIX permissions. */
  public static List<String> find(Homes homes) throws IOException {
    List<String> found = new ArrayList<>();
    if (isClosed(homes.local()) && homes.shared().startsWith(homes.local())) {
      return found;
    }
    for (Path home : new LinkedHashSet<>(List.of(homes.local(), homes.shared()))) {
      if (!isClosed(home)) {
        found.add(
            "The home %s is open to other users of this machine (%s); close it: chmod -R go= %s"
                .formatted(
                    home,
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(home)),
                    home));
      }
    }
    return found;
  }

  private static boolean isClosed(Path home) throws IOException {
    try {
      return OF_THE_OWNER.containsAll(Files.getPosixFilePermissions(home));
    } catch (UnsupportedOperationException noPosix) {
      return true;
    }
  }
}

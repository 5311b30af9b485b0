package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A git whose {@code pack-objects} says that it has done its work, and has not. */
final class FaultyGit {

  /**
   * Stands between the server and git. A file names what {@code pack-objects} does wrong; without
   * it all is well.
   */
  private static final String SCRIPT =
      """
      #!/bin/sh
      case " $* " in *" pack-objects "*) ;; *) exec git "$@" ;; esac
      [ ! -f "@FAULT@" ] || read -r fault <"@FAULT@"
      for base; do :; done
      case $fault in
        nothing) cat >/dev/null; exit 0 ;;
        deaf) exit 0 ;;
        dies) head -c 10 >/dev/null; kill -9 $$ ;;
        less)
          case " $* " in
            *" --all "*) git rev-parse main~1 | git pack-objects --quiet --revs "$base" ;;
            *" --cruft "*) cat >/dev/null ;;
            *) tail -n +2 | git "$@" ;;
          esac
          ;;
        elsewhere)
          hash=$(sed -n p | git "$@" 2>/dev/null) || exit 1
          for one in $hash; do rm -f "$base-$one.pack"; done
          printf '%s\\n' "$hash"
          ;;
        cut)
          hash=$(sed -n p | git "$@" 2>/dev/null) || exit 1
          for one in $hash; do
            chmod u+w "$base-$one.pack"; truncate -s -30 "$base-$one.pack"
          done
          printf '%s\\n' "$hash"
          ;;
        *) exec git "$@" ;;
      esac
      """;

  private FaultyGit() {}

  /**
   * Writes the program.
   *
   * @param fault the file that names what goes wrong
   */
  static Path write(Path directory, Path fault) throws IOException {
    Path git =
        Files.writeString(directory.resolve("git.sh"), SCRIPT.replace("@FAULT@", fault.toString()));
    return Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}

package org.packhouse.app.source.hookscript;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.packhouse.app.platform.node.Homes;
import org.springframework.stereotype.Component;

/** Keeps executable files of hook scripts in the local home, one for each version. */
@Component
class ScriptFiles {

  private final Path directory;
  private final HookScripts scripts;

  ScriptFiles(Homes homes, HookScripts scripts) {
    this.directory = homes.temporary().resolve("hook-scripts");
    this.scripts = scripts;
  }

  /** Returns the file of a script, which is written atomically. */
  Path of(HookScript script) throws IOException {
    Path file = directory.resolve(script.id() + "-" + script.version());
    if (!Files.exists(file)) {
      Files.createDirectories(directory);
      Path begun =
          Files.createTempFile(
              directory,
              "begun-",
              "",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Files.write(begun, scripts.content(script.id()));
      Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }
}

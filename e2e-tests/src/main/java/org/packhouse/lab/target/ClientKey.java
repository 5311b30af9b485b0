package org.packhouse.lab.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.packhouse.lab.process.Command;

/**
 * An SSH key pair.
 *
 * @param file the private key in OpenSSH's format
 * @param text the public key in one line
 */
record ClientKey(Path file, String text) {

  /** Makes one as a file in a folder. */
  static ClientKey create(Path folder, String name) throws IOException {
    Path file = folder.resolve(name);
    Command.run(
        folder,
        Map.of(),
        List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file.toString()));
    return new ClientKey(file, Files.readString(folder.resolve(name + ".pub")).strip());
  }
}

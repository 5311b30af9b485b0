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

  /** Makes one as a file in a directory. */
  static ClientKey create(Path directory, String name) throws IOException {
    Path file = directory.resolve(name);
    Command.run(
        directory,
        Map.of(),
        List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file.toString()));
    return new ClientKey(file, Files.readString(directory.resolve(name + ".pub")).strip());
  }
}

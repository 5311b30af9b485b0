package org.packhouse.app.engine.git;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.PktLineReader.Kind;

/**
 * The head of a protocol v2 request.
 *
 * @param arguments whether arguments follow
 */
public record V2Command(String name, boolean arguments, boolean serverOptions) {

  private static final String SERVER_OPTION = "server-option=";

  /** Reads a command's head; returns null if the client has no further command. */
  public static @Nullable V2Command read(PktLineReader reader) throws IOException {
    Kind kind = reader.next();
    if (kind == Kind.END || kind == Kind.FLUSH) {
      return null;
    }
    String name = null;
    boolean serverOptions = false;
    while (kind == Kind.DATA) {
      String line = reader.text();
      if (line.startsWith("command=")) {
        if (name != null) {
          throw new WireException("A request must have one command, but this one has two");
        }
        name = line.substring("command=".length());
      } else {
        checkCapability(line);
        serverOptions |= line.startsWith(SERVER_OPTION);
      }
      kind = reader.next();
    }
    if (kind != Kind.DELIM && kind != Kind.FLUSH) {
      throw new WireException("The request ended before its flush packet");
    }
    if (name == null) {
      throw new WireException("The request names no command");
    }
    return new V2Command(name, kind == Kind.DELIM, serverOptions);
  }

  /** Checks that a flush packet ended the arguments. */
  public static void expectEnd(Kind kind) throws WireException {
    if (kind != Kind.FLUSH) {
      throw new WireException("The request ended before its flush packet");
    }
  }

  private static void checkCapability(String line) throws WireException {
    if (line.startsWith("object-format=")) {
      String format = line.substring("object-format=".length());
      if (!format.equals("sha1")) {
        throw new WireException(
            "This repository uses object format sha1, but the client uses "
                + PktLineReader.shortened(format));
      }
    } else if (!line.startsWith("agent=")
        && !line.startsWith("session-id=")
        && !line.startsWith(SERVER_OPTION)) {
      throw new WireException("Unknown capability \"" + PktLineReader.shortened(line) + "\"");
    }
  }
}

package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.PktLineReader.Kind;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.hooks.RefChange;

/** Parses shallow lines, commands, capabilities and push options. */
final class ReceiveRequestReader {

  private static final int MAX_COMMANDS = 200_000;

  /** Bytes before the pack, inflated: room for {@link #MAX_COMMANDS} of 160 bytes. */
  private static final long MAX_SIZE = 32 << 20;

  /** Commits at which the client's history is cut off; a clone of some depth has a few. */
  private static final int MAX_SHALLOW = 50_000;

  private static final int MAX_OPTIONS = 1_000;
  private static final int ID = 40;
  private static final int SHA256_ID = 64;

  private final PktLineReader packets;
  private final List<ReceiveCommand> commands = new ArrayList<>();
  private final List<ObjectId> shallow = new ArrayList<>();
  private final Set<String> capabilities = new LinkedHashSet<>();

  ReceiveRequestReader(InputStream in) {
    this.packets = new PktLineReader(in, MAX_SIZE);
  }

  /** Reads the request; null if the client has nothing to push, or only asks whether it may. */
  @Nullable ReceiveRequest read() throws IOException {
    Kind kind = packets.next();
    while (kind == Kind.DATA) {
      line(packets.payload());
      kind = packets.next();
    }
    if (kind == Kind.END && commands.isEmpty() && shallow.isEmpty()) {
      return null;
    }
    if (kind != Kind.FLUSH) {
      throw new WireException("The list of commands has no end");
    }
    return commands.isEmpty()
        ? null
        : new ReceiveRequest(commands, shallow, capabilities, options());
  }

  /** Returns whether what was read so far asks for side bands. */
  boolean asksForBands() {
    return capabilities.contains(ReceiveRequest.BANDS);
  }

  InputStream rest() {
    return packets.remaining();
  }

  private void line(byte[] payload) throws WireException {
    int end = payload.length;
    for (int i = 0; i < payload.length; i++) {
      if (payload[i] == 0) {
        end = i;
        break;
      }
    }
    if (end < payload.length && commands.isEmpty()) {
      readCapabilities(
          new String(payload, end + 1, payload.length - end - 1, StandardCharsets.UTF_8));
    }
    String line = utf8(payload, end);
    if (line.equals("push-cert")) {
      throw new WireException(
          "Signed pushes (git push --signed) are not supported by this server.");
    }
    if (line.startsWith("shallow ")) {
      if (shallow.size() == MAX_SHALLOW) {
        throw new WireException(
            "More than " + MAX_SHALLOW + " shallow commits in one push are not accepted");
      }
      shallow.add(id(line.substring("shallow ".length())));
    } else {
      command(line);
    }
  }

  private void readCapabilities(String list) throws WireException {
    for (String capability : list.strip().split(" +", -1)) {
      if (capability.startsWith("object-format=") && !capability.equals("object-format=sha1")) {
        throw sha256();
      }
      capabilities.add(capability);
    }
  }

  private void command(String line) throws WireException {
    if (line.length() > 2 * SHA256_ID
        && line.charAt(SHA256_ID) == ' '
        && line.charAt(2 * SHA256_ID + 1) == ' ') {
      throw sha256();
    }
    int name = 2 * ID + 2;
    if (line.length() <= name || line.charAt(ID) != ' ' || line.charAt(name - 1) != ' ') {
      throw new WireException("\"" + PktLineReader.shortened(line) + "\" is no command");
    }
    if (commands.size() == MAX_COMMANDS) {
      throw new WireException("More than " + MAX_COMMANDS + " refs in one push are not accepted");
    }
    RefChange change =
        new RefChange(
            line.substring(name), id(line.substring(0, ID)), id(line.substring(ID + 1, name - 1)));
    commands.add(new ReceiveCommand(change));
  }

  private List<String> options() throws IOException {
    List<String> options = new ArrayList<>();
    if (capabilities.contains("push-options")) {
      Kind kind = packets.next();
      while (kind == Kind.DATA) {
        if (options.size() == MAX_OPTIONS) {
          throw new WireException("More than " + MAX_OPTIONS + " push options are not accepted");
        }
        options.add(packets.text());
        kind = packets.next();
      }
      if (kind != Kind.FLUSH) {
        throw new WireException("The list of push options has no end");
      }
    }
    return options;
  }

  private static ObjectId id(String hex) throws WireException {
    return PktLineReader.parseObjectId(hex);
  }

  private static String utf8(byte[] payload, int length) throws WireException {
    int end = length > 0 && payload[length - 1] == '\n' ? length - 1 : length;
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(payload, 0, end))
          .toString();
    } catch (CharacterCodingException e) {
      throw new WireException("A ref name is not UTF-8");
    }
  }

  private static WireException sha256() {
    return new WireException(
        "SHA-256 repositories are not supported: this server keeps SHA-1 repositories only.");
  }
}

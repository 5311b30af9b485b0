package org.packhouse.app.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.git.PktLineReader.Kind;

/**
 * What a client of protocol v0 or v1 says first: what it wants, how deep, and where its history is
 * cut off.
 */
final class FetchV0Request {

  private final SequencedSet<ObjectId> wants;
  private final byte[] bytes;
  private final boolean deepened;

  private FetchV0Request(SequencedSet<ObjectId> wants, byte[] bytes, boolean deepened) {
    this.wants = wants;
    this.bytes = bytes;
    this.deepened = deepened;
  }

  /** What the client asks for. */
  SequencedSet<ObjectId> wants() {
    return wants;
  }

  /**
   * The same as git's upload-pack reads it, the flush packet at its end included; not to be
   * changed.
   */
  byte[] bytes() {
    return bytes;
  }

  /** Whether the client asks for a part of the history. */
  boolean deepened() {
    return deepened;
  }

  /**
   * Reads it up to its flush packet.
   *
   * @return null if the client wants nothing
   */
  static @Nullable FetchV0Request read(PktLineReader reader, VisibleRefs refs) throws IOException {
    Kind kind = reader.next();
    if (kind == Kind.END || kind == Kind.FLUSH) {
      return null;
    }
    SequencedSet<ObjectId> wants = new LinkedHashSet<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PktLineWriter writer = new PktLineWriter(bytes);
    boolean deepened = false;
    while (kind == Kind.DATA) {
      String line = reader.text();
      if (line.startsWith("want ")) {
        wants.add(wanted(line));
        writer.text(line);
      } else if (line.startsWith("shallow ")) {
        PktLineReader.parseObjectId(line.substring("shallow ".length()));
        writer.text(line);
      } else {
        deepened |= line.startsWith("deepen");
        writer.text(Fetch.expandDeepenNot(FetchOption.checkDepthOrFilter(line), refs));
      }
      kind = reader.next();
    }
    if (kind != Kind.FLUSH) {
      throw new WireException("The request ended before the flush packet that follows the wants");
    }
    if (wants.isEmpty()) {
      throw new WireException("The request has options, but wants nothing");
    }
    writer.flush();
    writer.drain();
    return new FetchV0Request(wants, bytes.toByteArray(), deepened);
  }

  private static ObjectId wanted(String line) throws WireException {
    int start = "want ".length();
    int end = start + Constants.OBJECT_ID_STRING_LENGTH;
    if (line.length() > end && line.charAt(end) != ' ') {
      throw new WireException("\"" + PktLineReader.shortened(line) + "\" wants no SHA-1 object id");
    }
    return PktLineReader.parseObjectId(line.substring(start, Math.min(end, line.length())));
  }
}

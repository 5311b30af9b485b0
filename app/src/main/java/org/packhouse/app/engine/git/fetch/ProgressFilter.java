package org.packhouse.app.engine.git.fetch;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Passes git's progress on, and its warnings, which may name the server's files, to the log. */
final class ProgressFilter extends FilterOutputStream {

  private static final Logger LOG = LoggerFactory.getLogger(ProgressFilter.class);
  private static final int LENGTH = 4;
  private static final int PROGRESS_BAND = 2;
  private static final int MAX_LOGGED = 1000;
  private static final List<String> DIAGNOSTICS = List.of("warning: ", "error: ", "fatal: ");
  private static final int MAX_PREFIX = 9;

  private final byte[] header = new byte[LENGTH + 1];
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

  /** An unfinished line that may be a diagnostic. */
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  private Line kind = Line.UNKNOWN;
  private int filled;
  private int remaining;
  private boolean progress;
  private boolean raw;

  private enum Line {
    UNKNOWN,
    PROGRESS,
    DIAGNOSTIC
  }

  private ProgressFilter(OutputStream out) {
    super(out);
  }

  static OutputStream of(OutputStream out, Framing framing) {
    return framing == Framing.V0_BARE ? out : new ProgressFilter(out);
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int end = offset + length;
    int unwritten = offset;
    int at = offset;
    while (at < end && !raw) {
      if (remaining > 0) {
        int count = Math.min(remaining, end - at);
        remaining -= count;
        if (progress) {
          take(bytes, at, count);
          unwritten = at + count;
        }
        at += count;
      } else {
        header[filled++] = bytes[at++];
        if (isHeaderWhole()) {
          int begun = at - Math.min(filled, at - offset);
          pass(bytes, unwritten, begun);
          beginPacket(filled - (at - begun));
          unwritten = progress ? at : begun;
        }
      }
    }
    // The beginning of a header waits for its end.
    pass(bytes, unwritten, end - Math.min(filled, end - unwritten));
  }

  private void pass(byte[] bytes, int from, int to) throws IOException {
    if (to > from) {
      out.write(bytes, from, to - from);
    }
  }

  private boolean isHeaderWhole() {
    return filled > LENGTH || (filled == LENGTH && packetLength() <= LENGTH);
  }

  /** Begins a packet, of whose header {@code waiting} bytes came with earlier calls. */
  private void beginPacket(int waiting) throws IOException {
    int total = packetLength();
    raw = total < 0;
    progress = filled > LENGTH && header[LENGTH] == PROGRESS_BAND;
    remaining = Math.max(0, total - filled);
    filled = 0;
    if (!progress) {
      passUnknown();
      pass(header, 0, waiting);
    }
  }

  /** Returns the length in the header; -1 if it is malformed. */
  private int packetLength() {
    int total = 0;
    for (int i = 0; i < LENGTH; i++) {
      int digit = Character.digit(header[i], 16);
      if (digit < 0) {
        return -1;
      }
      total = total << 4 | digit;
    }
    return total;
  }

  private void take(byte[] bytes, int from, int count) throws IOException {
    for (int i = from; i < from + count; i++) {
      if (kind == Line.PROGRESS) {
        kept.write(bytes[i]);
      } else if (kind == Line.UNKNOWN || line.size() < MAX_LOGGED) {
        line.write(bytes[i]);
      }
      boolean ended = bytes[i] == '\n' || bytes[i] == '\r';
      if (kind == Line.UNKNOWN && (ended || line.size() >= MAX_PREFIX)) {
        judge();
      }
      if (ended) {
        endLine();
      }
    }
    if (remaining == 0 && kept.size() > 0) {
      send();
    }
  }

  private void judge() {
    String text = line.toString(StandardCharsets.UTF_8);
    if (DIAGNOSTICS.stream().anyMatch(text::startsWith)) {
      kind = Line.DIAGNOSTIC;
    } else {
      kind = Line.PROGRESS;
      kept.writeBytes(line.toByteArray());
      line.reset();
    }
  }

  private void endLine() {
    if (kind == Line.DIAGNOSTIC) {
      String text = line.toString(StandardCharsets.UTF_8).strip();
      LOG.atLevel(isExpected(text) ? Level.DEBUG : Level.WARN).log("git upload-pack: {}", text);
    }
    line.reset();
    kind = Line.UNKNOWN;
  }

  /** A replaced pack stays for a minute, with its bitmap. */
  private static boolean isExpected(String diagnostic) {
    return diagnostic.startsWith("warning: ignoring extra bitmap file");
  }

  /** Passes an unfinished line on: another packet follows, so its end does not come. */
  private void passUnknown() throws IOException {
    if (kind == Line.UNKNOWN && line.size() > 0) {
      judge();
      if (kept.size() > 0) {
        send();
      }
    }
  }

  private void send() throws IOException {
    byte[] packet = new byte[LENGTH + 1 + kept.size()];
    byte[] length = "%04x".formatted(packet.length).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(length, 0, packet, 0, LENGTH);
    packet[LENGTH] = PROGRESS_BAND;
    System.arraycopy(kept.toByteArray(), 0, packet, LENGTH + 1, kept.size());
    out.write(packet);
    kept.reset();
  }
}

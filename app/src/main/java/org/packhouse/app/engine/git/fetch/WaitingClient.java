package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.ResponseTarget;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ScmCache;

/**
 * Tells a client in the side band that its response waits for a slot, before the first byte, so
 * that the response itself is the same for all. Empty packets in between, as by git's {@code
 * uploadpack.keepAlive}, show whether the client is there. Under {@code sideband-all} the side band
 * is open from the start. Else it opens with the line before the pack; if only that line precedes
 * the pack, it is sent ahead and taken off the response. Others wait in silence.
 */
public final class WaitingClient implements ScmCache.Client {

  private static final long INTERVAL = Duration.ofSeconds(15).toNanos();
  private static final int PACK_BAND = 1;
  private static final int MESSAGE_BAND = 2;
  private static final int ERROR_BAND = 3;

  private final ResponseTarget target;
  private final LongSupplier nanoTime;
  private final @Nullable String opening;
  private final boolean sidebandAll;
  private final OutputStream out;
  private boolean told;
  private long toldAt;
  private int toSkip;

  /** Reads {@code nanoTime} as {@link System#nanoTime}. */
  public WaitingClient(ResponseTarget target, CheckedFetch fetch, LongSupplier nanoTime) {
    this.target = target;
    this.nanoTime = nanoTime;
    this.sidebandAll = fetch.request().options().contains("sideband-all");
    this.opening = sidebandAll ? "" : opening(fetch);
    this.out = new Opened();
  }

  /** Returns the line that opens the side band; null if nothing can open it. */
  private static @Nullable String opening(CheckedFetch fetch) {
    FetchRequest request = fetch.request();
    boolean packAlone =
        request.done()
            && request.shallow().isEmpty()
            && request.options().stream().noneMatch(option -> option.startsWith("deepen"))
            && fetch.wantedRefs().isEmpty();
    if (!packAlone || (fetch.framing() != Framing.V2 && !request.haves().isEmpty())) {
      return null;
    }
    return switch (fetch.framing()) {
      case V2 -> "packfile\n";
      case V0_SIDE_BAND, V0_SIDE_BAND_64K -> "NAK\n";
      case V0_BARE -> null;
    };
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public void send(ResponseFile file) throws IOException {
    if (!told) {
      target.send(file);
      return;
    }
    try (file) {
      ResponseTarget.copy(file, out);
    }
  }

  @Override
  public void queued(int ahead) throws IOException {
    if (opening == null) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (!told) {
      open();
    }
    if (!told || now - toldAt >= INTERVAL) {
      toldAt = now;
      say("Waiting for a free slot, %d ahead of you".formatted(ahead));
    } else {
      packet(sidebandAll ? MESSAGE_BAND : PACK_BAND, "");
    }
    told = true;
    target.out().flush();
  }

  private void open() throws IOException {
    if (opening != null && !opening.isEmpty()) {
      byte[] line = opening.getBytes(StandardCharsets.US_ASCII);
      PktLineWriter writer = new PktLineWriter(target.out());
      writer.data(line);
      writer.drain();
      toSkip = 4 + line.length;
    }
  }

  /** Tells a client that was told to wait why it is refused; false if it was told nothing yet. */
  boolean refuse(String reason) throws IOException {
    if (told) {
      packet(ERROR_BAND, reason);
      target.out().flush();
    }
    return told;
  }

  /** Under {@code sideband-all} git strips a line feed at the end of a packet. */
  private void say(String line) throws IOException {
    packet(MESSAGE_BAND, line + (sidebandAll ? "\n\n" : "\n"));
  }

  private void packet(int band, String text) throws IOException {
    PktLineWriter writer = new PktLineWriter(target.out());
    writer.data(((char) band + text).getBytes(StandardCharsets.UTF_8));
    writer.drain();
  }

  /** Skips the opening of the side band if it was sent. */
  private final class Opened extends OutputStream {

    private boolean begun;

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      begin();
      int skipped = Math.min(toSkip, length);
      toSkip -= skipped;
      if (length > skipped) {
        target.out().write(bytes, offset + skipped, length - skipped);
      }
    }

    private void begin() throws IOException {
      if (!begun) {
        begun = true;
        if (told) {
          say("A slot is free, starting");
        }
      }
    }

    @Override
    public void flush() throws IOException {
      begin();
      target.out().flush();
    }
  }
}

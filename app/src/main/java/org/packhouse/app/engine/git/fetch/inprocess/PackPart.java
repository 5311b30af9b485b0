package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.fetch.FetchKeys;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ResponsePart;

/**
 * The objects of a stored pack in full side-band packets: the part that all responses with this
 * pack share. The pack's header and trailer are not in it, for they depend on the total.
 */
final class PackPart implements ResponsePart {

  /** Another number voids what other versions of the server have stored. */
  private static final String FORMAT = "1";

  private static final HexFormat HEX = HexFormat.of();

  private final StoredPack pack;
  private final ResponseKey key;
  private final @Nullable ResponseKey series;

  /** Names the part of a pack that may be {@code replacing} the former one of its kind. */
  PackPart(StoredPack pack, long repositoryId, byte[] checksum, boolean replacing) {
    this.pack = pack;
    this.key = FetchKeys.named(repositoryId, "pack " + FORMAT + " " + HEX.formatHex(checksum));
    this.series = replacing ? FetchKeys.named(repositoryId, "packs " + FORMAT) : null;
  }

  @Override
  public ResponseKey key() {
    return key;
  }

  @Override
  public @Nullable ResponseKey series() {
    return series;
  }

  @Override
  public long length() {
    long packets = Math.ceilDiv(pack.bodyLength(), (long) PackResponse.MAX_DATA);
    return pack.bodyLength() + packets * PackResponse.HEADER;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (OutputStream packets = PackResponse.packets(out)) {
      pack.sendBody(packets);
    }
  }

  /** Returns a listener for packets that passes their data on. */
  static PartListener unpacked(PartListener listener) {
    return new Data(listener);
  }

  private static final class Data implements PartListener {

    private final PartListener listener;

    /** Position of the next byte in its packet. */
    private int at;

    Data(PartListener listener) {
      this.listener = listener;
    }

    @Override
    public void onBytes(ByteBuffer bytes) throws IOException {
      int end = bytes.limit();
      while (bytes.position() < end) {
        boolean header = at < PackResponse.HEADER;
        int left = (header ? 0 : PackResponse.MAX_DATA) + PackResponse.HEADER - at;
        int next = bytes.position() + Math.min(left, end - bytes.position());
        at = (at + next - bytes.position()) % (PackResponse.MAX_DATA + PackResponse.HEADER);
        if (!header) {
          listener.onBytes(bytes.limit(next));
          bytes.limit(end);
        }
        bytes.position(next);
      }
    }
  }
}

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
 * The objects of a stored pack in packets of the side band, as long as these can be: what all
 * responses have that send this pack, whatever they send behind it. The header and the trailer of
 * the pack are not in it, for they tell how many objects there are in all.
 */
final class PackPart implements ResponsePart {

  /** Another number voids what other versions of the server have stored. */
  private static final String FORMAT = "1";

  private static final HexFormat HEX = HexFormat.of();

  private final StoredPack pack;
  private final ResponseKey key;
  private final @Nullable ResponseKey series;

  /**
   * That of a pack.
   *
   * @param checksum the pack's own
   * @param replacing whether it makes that of the repository's former pack of this kind useless
   */
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

  /** Hears the packets of a part and passes on what is in them. */
  static PartListener unpacked(PartListener listener) {
    return new Data(listener);
  }

  private static final class Data implements PartListener {

    private final PartListener listener;

    /** Where in its packet the next byte is. */
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

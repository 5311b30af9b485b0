package org.packhouse.app.source.changes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.util.Base85;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.diff.Change.Side;

/** Streams the binary patches of {@code git diff --binary}. */
final class BinaryPatch {

  private static final int BYTES_OF_A_LINE = 52;
  private static final int LETTERS = 26;

  private final ObjectReader reader;
  private final OutputStream out;

  BinaryPatch(ObjectReader reader, OutputStream out) {
    this.reader = reader;
    this.out = out;
  }

  void write(@Nullable Side before, @Nullable Side after) throws IOException {
    ascii("GIT binary patch\n");
    literal(after);
    literal(before);
  }

  private void literal(@Nullable Side side) throws IOException {
    if (side == null) {
      ascii("literal 0\n");
      encode(InputStream.nullInputStream());
      return;
    }
    ObjectLoader loader = reader.open(side.id(), Constants.OBJ_BLOB);
    ascii("literal " + loader.getSize() + "\n");
    try (InputStream content = loader.openStream()) {
      encode(content);
    }
  }

  private void encode(InputStream content) throws IOException {
    Deflater deflater = new Deflater();
    try (InputStream deflated = new DeflaterInputStream(content, deflater)) {
      byte[] line = deflated.readNBytes(BYTES_OF_A_LINE);
      while (line.length > 0) {
        out.write(line.length <= LETTERS ? 'A' + line.length - 1 : 'a' + line.length - LETTERS - 1);
        out.write(Base85.encode(line));
        out.write('\n');
        line = deflated.readNBytes(BYTES_OF_A_LINE);
      }
    } finally {
      deflater.end();
    }
    out.write('\n');
  }

  private void ascii(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }
}

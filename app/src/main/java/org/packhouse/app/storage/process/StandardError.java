package org.packhouse.app.storage.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Keeps the first 16 KB of standard error and discards the rest. */
final class StandardError {

  private static final int LIMIT = 16 * 1024;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(256);

  void pump(InputStream source) {
    byte[] buffer = new byte[4096];
    try (source) {
      int count = source.read(buffer);
      while (count >= 0) {
        keep(buffer, count);
        count = source.read(buffer);
      }
    } catch (IOException e) {
      // The process was killed; keep what was read.
      return;
    }
  }

  String text() {
    synchronized (kept) {
      return kept.toString(StandardCharsets.UTF_8);
    }
  }

  private void keep(byte[] buffer, int count) {
    synchronized (kept) {
      kept.write(buffer, 0, Math.min(count, LIMIT - kept.size()));
    }
  }
}

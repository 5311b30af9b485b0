package org.packhouse.app.storage.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The first 16 KB of what a process writes to standard error; the rest is read and dropped. */
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
      // The stream was closed because the process was killed: what is there is all there is.
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

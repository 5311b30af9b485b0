package org.packhouse.lab.wire;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The body of a request. */
public interface Body {

  /** In bytes. */
  long length();

  /** Its bytes. */
  InputStream open() throws IOException;

  /** Those bytes. */
  static Body of(byte[] bytes) {
    return new Body() {
      @Override
      public long length() {
        return bytes.length;
      }

      @Override
      public InputStream open() {
        return new ByteArrayInputStream(bytes);
      }
    };
  }

  /** Those bytes, and then a file. */
  static Body of(byte[] first, Path then) throws IOException {
    long size = Files.size(then);
    return new Body() {
      @Override
      public long length() {
        return first.length + size;
      }

      @Override
      public InputStream open() throws IOException {
        return new SequenceInputStream(new ByteArrayInputStream(first), Files.newInputStream(then));
      }
    };
  }
}

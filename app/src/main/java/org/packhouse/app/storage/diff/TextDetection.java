package org.packhouse.app.storage.diff;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Tells text from other bytes, and its encoding. */
final class TextDetection {

  /** How many bytes tell. */
  static final int LOOKED_AT = 8000;

  private TextDetection() {}

  /** Whether Git takes it for no text: a NUL among the first 8,000 bytes. */
  static boolean isBinary(byte[] content) {
    int end = Math.min(LOOKED_AT, content.length);
    for (int i = 0; i < end; i++) {
      if (content[i] == 0) {
        return true;
      }
    }
    return false;
  }

  /** UTF-8 if the bytes are that, else Latin-1, in which everything can be read. */
  static Charset charset(byte[] content) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content));
      return StandardCharsets.UTF_8;
    } catch (CharacterCodingException e) {
      return StandardCharsets.ISO_8859_1;
    }
  }
}

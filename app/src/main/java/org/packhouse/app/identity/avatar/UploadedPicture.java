package org.packhouse.app.identity.avatar;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Decodes, crops and encodes uploads anew, so that only pixels are sent to others. */
final class UploadedPicture {

  private static final Set<String> FORMATS = Set.of("png", "jpeg", "gif");

  private UploadedPicture() {}

  /** Returns the upload as a PNG of that size, or refuses it. */
  static byte[] normal(byte[] upload, int size, AvatarSettings limits) {
    if (upload.length > limits.maxSize().toBytes()) {
      throw invalid(
          "has %d bytes, and may have %d".formatted(upload.length, limits.maxSize().toBytes()));
    }
    return encode(scale(decode(upload, limits.maxDimension()), size));
  }

  static byte[] encode(BufferedImage image) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = new MemoryCacheImageOutputStream(bytes)) {
      if (!ImageIO.write(image, "png", out)) {
        throw new IllegalStateException("This JVM has no PNG encoder");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot encode a PNG in memory", e);
    }
    return bytes.toByteArray();
  }

  /** Scales the centre square of an image. */
  static BufferedImage scale(BufferedImage image, int size) {
    int side = Math.min(image.getWidth(), image.getHeight());
    int left = (image.getWidth() - side) / 2;
    int top = (image.getHeight() - side) / 2;
    BufferedImage square = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
    Graphics2D graphics = square.createGraphics();
    try {
      graphics.setRenderingHint(
          RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
      graphics.drawImage(image, 0, 0, size, size, left, top, left + side, top + side, null);
    } finally {
      graphics.dispose();
    }
    return square;
  }

  /** Decodes an image whose width and height do not exceed {@code maxDimension} pixels. */
  static BufferedImage decode(byte[] upload, int maxDimension) {
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(upload))) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        throw invalid("is none");
      }
      ImageReader reader = readers.next();
      try {
        return read(reader, in, maxDimension);
      } finally {
        reader.dispose();
      }
    } catch (InvalidFieldException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // Decoders throw all kinds of exceptions on damaged files.
      throw (InvalidFieldException) invalid("cannot be read, it is damaged").initCause(e);
    }
  }

  private static BufferedImage read(ImageReader reader, ImageInputStream in, int maxDimension)
      throws IOException {
    if (!FORMATS.contains(reader.getFormatName().toLowerCase(Locale.ROOT))) {
      throw invalid("is of the type " + reader.getFormatName());
    }
    reader.setInput(in, true, true);
    int width = reader.getWidth(0);
    int height = reader.getHeight(0);
    if (width > maxDimension || height > maxDimension) {
      throw invalid(
          "is %d pixels wide and %d high, and may have %d either way"
              .formatted(width, height, maxDimension));
    }
    return reader.read(0);
  }

  private static InvalidFieldException invalid(String what) {
    return new InvalidFieldException(
        "avatar",
        "The avatar must be a picture of the type PNG, JPEG or GIF; this one " + what + ".");
  }
}

package org.packhouse.app.storage.content;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.ObjectStream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.TooLargeException;
import org.packhouse.hooks.text.TextEncoding;
import org.springframework.stereotype.Component;

/** Reads the contents of files. */
@Component
public class Blobs {

  private static final long MAX_TEXT = 8L << 20;

  /** Returns a file's content for a page, reading at most {@code limit} bytes. */
  public FileContent read(OpenRepository repository, String blob, int limit) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      ObjectLoader loader = load(reader, blob);
      long size = loader.getSize();
      if (size > limit) {
        return isBinary(loader) ? new FileContent.Binary(size) : new FileContent.TooLarge(size);
      }
      return text(loader.getCachedBytes(limit));
    }
  }

  /** Opens a file for streaming; the repository must stay open meanwhile. */
  public Stream open(OpenRepository repository, String blob) throws IOException {
    ObjectReader reader = repository.newObjectReader();
    try {
      ObjectStream stream = load(reader, blob).openStream();
      return new Stream(reader, stream);
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /** Opens a blob. JGit inflates deltas in memory, and may not have enough. */
  private static ObjectLoader load(ObjectReader reader, String blob) throws IOException {
    try {
      return reader.open(ObjectId.fromString(blob), Constants.OBJ_BLOB);
    } catch (LargeObjectException e) {
      throw new TooLargeException(
          "The file %s is too large for the memory of this server: clone the repository to read it."
              .formatted(blob));
    }
  }

  /**
   * Streams some lines of a file of any size, from an index, cutting long ones. Returns fewer lines
   * if they are long, and none if the file is binary.
   */
  public Optional<LinePage> lines(
      OpenRepository repository, String blob, int start, int limit, int characters)
      throws IOException {
    try (Stream stream = open(repository, blob)) {
      byte[] head = stream.head(TextEncoding.ENCODING_LOOKAHEAD);
      Charset encoding = encoding(head, stream.size() == head.length);
      if (encoding == null) {
        return Optional.empty();
      }
      InputStream all = new SequenceInputStream(new ByteArrayInputStream(head), stream.rest());
      var bounds = new LineScanner.Bounds(limit, characters, MAX_TEXT);
      return Optional.of(LineScanner.of(all, encoding, bounds).read(start));
    }
  }

  public long size(OpenRepository repository, String blob) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      return reader.getObjectSize(ObjectId.fromString(blob), Constants.OBJ_BLOB);
    }
  }

  public Map<String, Long> sizes(OpenRepository repository, Collection<String> blobs)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      Map<String, Long> sizes = new HashMap<>();
      for (String blob : blobs) {
        sizes.put(blob, reader.getObjectSize(ObjectId.fromString(blob), Constants.OBJ_BLOB));
      }
      return sizes;
    }
  }

  private static @Nullable Charset encoding(byte[] head, boolean whole) {
    return (whole ? TextEncoding.of(head) : TextEncoding.ofHead(head)).orElse(null);
  }

  private static boolean isBinary(ObjectLoader loader) throws IOException {
    try (ObjectStream stream = loader.openStream()) {
      return TextEncoding.ofHead(stream.readNBytes(TextEncoding.BINARY_LOOKAHEAD)).isEmpty();
    }
  }

  private static FileContent text(byte[] bytes) {
    Charset charset = encoding(bytes, true);
    return charset == null
        ? new FileContent.Binary(bytes.length)
        : new FileContent.Text(bytes.length, lines(new String(bytes, charset)), charset.name());
  }

  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int start = text.startsWith("\ufeff") ? 1 : 0;
    while (start < text.length()) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      int visible = end > start && text.charAt(end - 1) == '\r' ? end - 1 : end;
      lines.add(text.substring(start, visible));
      start = end + 1;
    }
    return lines;
  }

  public static final class Stream implements AutoCloseable {

    private final ObjectReader reader;
    private final ObjectStream stream;

    private Stream(ObjectReader reader, ObjectStream stream) {
      this.reader = reader;
      this.stream = stream;
    }

    public long size() {
      return stream.getSize();
    }

    /** Consumes and returns up to that many bytes. */
    public byte[] head(int most) throws IOException {
      return stream.readNBytes(most);
    }

    /** Returns the remaining bytes, until this is closed. */
    public InputStream rest() {
      return stream;
    }

    /** Writes the remaining bytes. */
    public void writeTo(OutputStream out) throws IOException {
      stream.transferTo(out);
    }

    @Override
    public void close() throws IOException {
      try (reader) {
        stream.close();
      }
    }
  }
}

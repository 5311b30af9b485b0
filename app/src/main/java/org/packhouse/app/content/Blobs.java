package org.packhouse.app.content;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.ObjectStream;
import org.springframework.stereotype.Component;

/** Reads the contents of files. */
@Component
public class Blobs {

  /**
   * A file's content as a page shows it.
   *
   * @param limit most bytes to read
   * @throws IOException if the blob cannot be read
   */
  public FileContent read(OpenRepository repository, String blob, int limit) throws IOException {
    try (ObjectReader reader = repository.git().newObjectReader()) {
      ObjectLoader loader = reader.open(ObjectId.fromString(blob), Constants.OBJ_BLOB);
      long size = loader.getSize();
      if (size > limit) {
        return isBinary(loader) ? new FileContent.Binary(size) : new FileContent.TooLarge(size);
      }
      byte[] bytes = loader.getCachedBytes(limit);
      return RawText.isBinary(bytes, bytes.length, true)
          ? new FileContent.Binary(size)
          : text(bytes);
    }
  }

  /**
   * Opens a file for streaming. The size is in {@link Stream#size}.
   *
   * @param repository to be kept open while the stream is
   * @throws IOException if the blob cannot be read
   */
  public Stream open(OpenRepository repository, String blob) throws IOException {
    ObjectReader reader = repository.git().newObjectReader();
    try {
      ObjectStream stream = reader.open(ObjectId.fromString(blob), Constants.OBJ_BLOB).openStream();
      return new Stream(reader, stream);
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private static boolean isBinary(ObjectLoader loader) throws IOException {
    try (ObjectStream stream = loader.openStream()) {
      return RawText.isBinary(stream);
    }
  }

  private static FileContent.Text text(byte[] bytes) {
    Charset charset = StandardCharsets.UTF_8;
    String text;
    try {
      text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      charset = StandardCharsets.ISO_8859_1;
      text = new String(bytes, charset);
    }
    return new FileContent.Text(bytes.length, lines(text), charset.name());
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

  /** An open file. */
  public static final class Stream implements AutoCloseable {

    private final ObjectReader reader;
    private final ObjectStream stream;

    private Stream(ObjectReader reader, ObjectStream stream) {
      this.reader = reader;
      this.stream = stream;
    }

    /** Bytes of the file. */
    public long size() {
      return stream.getSize();
    }

    /** The first bytes, at most that many; what is read is gone from the stream. */
    public byte[] head(int most) throws IOException {
      return stream.readNBytes(most);
    }

    /** Writes what is left. */
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

package org.packhouse.app.storage.content;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.InvalidRequestException;

/**
 * An immutable path in a Git tree: bytes, because Git defines no encoding of names. The root is
 * empty; there are no slashes at the ends, and no empty, {@code .} or {@code ..} segments.
 */
public final class TreePath {

  public static final TreePath ROOT = new TreePath(new byte[0]);

  private static final int MAX_BYTES = 4096;

  private final byte[] bytes;

  private TreePath(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Fails if no tree can contain the path. */
  public static TreePath of(byte[] bytes) {
    check(bytes);
    return bytes.length == 0 ? ROOT : new TreePath(bytes.clone());
  }

  /** Parses UTF-8 text, dropping slashes at both ends and a {@code .} for the root. */
  public static TreePath of(String text) {
    String path = text.startsWith("./") ? text.substring(2) : text;
    return path.equals(".") ? ROOT : of(trimSlashes(path.getBytes(StandardCharsets.UTF_8)));
  }

  /** Parses a percent-encoded path from a URL, dropping slashes at both ends. */
  public static TreePath ofUrl(String encoded) {
    return of(trimSlashes(percentDecode(encoded)));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public boolean isRoot() {
    return bytes.length == 0;
  }

  /** Decodes the path as UTF-8, or else as Latin-1. */
  public String display() {
    return decode(bytes);
  }

  /** Returns whether {@link #display} is unambiguous, because the path is UTF-8. */
  public boolean isText() {
    return of(display()).equals(this);
  }

  /** Decodes the last segment; empty for the root. */
  public String name() {
    return decode(Arrays.copyOfRange(bytes, lastSlash() + 1, bytes.length));
  }

  public TreePath last() {
    return lastSlash() < 0 ? this : of(Arrays.copyOfRange(bytes, lastSlash() + 1, bytes.length));
  }

  /** Percent-encodes the path, keeping slashes. */
  public String url() {
    StringBuilder url = new StringBuilder(bytes.length + 16);
    for (byte octet : bytes) {
      char c = (char) (octet & 0xff);
      if (isUnreserved(c)) {
        url.append(c);
      } else {
        url.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
      }
    }
    return url.toString();
  }

  /** Returns the parent; the root is its own. */
  public TreePath parent() {
    int slash = lastSlash();
    return slash < 0 ? ROOT : new TreePath(Arrays.copyOf(bytes, slash));
  }

  /** Returns whether the path is below a tree, at any depth. */
  public boolean isBelow(TreePath tree) {
    int length = tree.bytes.length;
    return bytes.length > length
        && (length == 0 || bytes[length] == '/')
        && Arrays.equals(bytes, 0, length, tree.bytes, 0, length);
  }

  public TreePath child(byte[] name) {
    if (isRoot()) {
      return of(name);
    }
    byte[] path = Arrays.copyOf(bytes, bytes.length + 1 + name.length);
    path[bytes.length] = '/';
    System.arraycopy(name, 0, path, bytes.length + 1, name.length);
    return of(path);
  }

  /**
   * Resolves a percent-encoded link in a file of this directory, or from the root with a leading
   * slash. Links above the root stay there; invalid ones return this path.
   */
  public TreePath resolve(String link) {
    Deque<String> segments = new ArrayDeque<>();
    if (!link.startsWith("/") && !isRoot()) {
      segments.addAll(Arrays.asList(url().split("/", -1)));
    }
    for (String segment : link.split("/", -1)) {
      if (segment.equals("..")) {
        segments.pollLast();
      } else if (!segment.isEmpty() && !segment.equals(".")) {
        segments.addLast(segment);
      }
    }
    try {
      return ofUrl(String.join("/", segments));
    } catch (InvalidPathException e) {
      return this;
    }
  }

  /** Returns the path and its parents, top level first; empty for the root. */
  public List<TreePath> trail() {
    List<TreePath> trail = new ArrayList<>();
    for (TreePath path = this; !path.isRoot(); path = path.parent()) {
      trail.addFirst(path);
    }
    return trail;
  }

  private int lastSlash() {
    for (int i = bytes.length - 1; i >= 0; i--) {
      if (bytes[i] == '/') {
        return i;
      }
    }
    return -1;
  }

  private static void check(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new InvalidPathException(
          "The path is %d bytes long; at most %d are allowed.".formatted(bytes.length, MAX_BYTES));
    }
    int start = 0;
    for (int i = 0; i <= bytes.length; i++) {
      if (i == bytes.length || bytes[i] == '/') {
        if (bytes.length > 0) {
          checkSegment(bytes, start, i);
        }
        start = i + 1;
      } else if (bytes[i] == 0) {
        throw new InvalidPathException("A path cannot contain the NUL character.");
      }
    }
  }

  private static void checkSegment(byte[] bytes, int start, int end) {
    int length = end - start;
    boolean dots =
        (length == 1 && bytes[start] == '.')
            || (length == 2 && bytes[start] == '.' && bytes[start + 1] == '.');
    if (length == 0 || dots) {
      throw new InvalidPathException(
          "%s is not a path in a repository: a segment cannot be empty, '.' or '..'."
              .formatted(InvalidFieldException.quote(decode(bytes))));
    }
  }

  private static byte[] trimSlashes(byte[] bytes) {
    int start = 0;
    int end = bytes.length;
    while (start < end && bytes[start] == '/') {
      start++;
    }
    while (end > start && bytes[end - 1] == '/') {
      end--;
    }
    return Arrays.copyOfRange(bytes, start, end);
  }

  private static byte[] percentDecode(String encoded) {
    byte[] raw = encoded.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(raw.length);
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] != '%') {
        decoded.write(raw[i]);
        continue;
      }
      int high = i + 2 <= raw.length - 1 ? Character.digit(raw[i + 1], 16) : -1;
      int low = i + 2 <= raw.length - 1 ? Character.digit(raw[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw new InvalidPathException(
            "%s is not percent-encoded: '%%' must be followed by two hex digits."
                .formatted(InvalidFieldException.quote(encoded)));
      }
      decoded.write(high << 4 | low);
      i += 2;
    }
    return decoded.toByteArray();
  }

  private static boolean isUnreserved(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "-._~/!$'()*,:@+=".indexOf(c) >= 0;
  }

  private static String decode(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TreePath path && Arrays.equals(bytes, path.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return display();
  }

  /** No tree can contain the path. The message is for the client. */
  public static final class InvalidPathException extends InvalidRequestException {
    private static final long serialVersionUID = 1L;

    InvalidPathException(String message) {
      super(message);
    }
  }
}

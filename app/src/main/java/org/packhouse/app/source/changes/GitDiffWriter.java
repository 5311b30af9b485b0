package org.packhouse.app.source.changes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.Change.Side;
import org.packhouse.app.storage.diff.FileChange;
import org.packhouse.app.storage.diff.FileText;
import org.packhouse.app.storage.diff.HunkRange;
import org.packhouse.app.storage.diff.TextDiff;

/** Writes changes as {@code git diff --full-index} does. */
public final class GitDiffWriter {

  private static final byte[] NO_END = ascii("\n\\ No newline at end of file\n");

  private final ObjectReader reader;
  private final OutputStream out;
  private final DiffOptions options;
  private final boolean binary;

  /** Starts a diff; {@code binary} writes binary files as patches that can be applied. */
  public GitDiffWriter(ObjectReader reader, OutputStream out, DiffOptions options, boolean binary) {
    this.reader = reader;
    this.out = out;
    this.options = options;
    this.binary = binary;
  }

  public void write(List<Change> changes) throws IOException {
    for (Change change : CommitDiff.split(changes)) {
      write(change);
    }
  }

  private void write(Change change) throws IOException {
    Side before = change.before();
    Side after = change.after();
    if (change.hasSameContent()) {
      header(change);
      return;
    }
    FileText old = FileText.read(reader, before, options.fileBytes());
    FileText now = FileText.read(reader, after, options.fileBytes());
    if (old == null || now == null || old.isBinary() || now.isBinary()) {
      header(change);
      index(change);
      noText(change);
      return;
    }
    TextDiff diff = new TextDiff(old, now, options.context(), options.whitespace());
    if (diff.ranges().isEmpty() && change.hasSameMode() && change.movedFrom() == null) {
      return;
    }
    header(change);
    index(change);
    if (!diff.ranges().isEmpty()) {
      name("--- ", "a/", before);
      name("+++ ", "b/", after);
      hunks(diff, old, now);
    }
  }

  private void header(Change change) throws IOException {
    Side before = change.before();
    Side after = change.after();
    TreePath oldPath = before == null ? change.path() : before.path();
    text("diff --git ");
    out.write(QuotedPath.of("a/", oldPath));
    text(" ");
    out.write(QuotedPath.of("b/", change.path()));
    text("\n");
    if (before == null) {
      text("new file mode %06o\n".formatted(change.any().mode()));
    } else if (after == null) {
      text("deleted file mode %06o\n".formatted(before.mode()));
    } else if (before.mode() != after.mode()) {
      text("old mode %06o\nnew mode %06o\n".formatted(before.mode(), after.mode()));
    }
    if (change.movedFrom() != null) {
      String word = change.kind() == FileChange.Kind.COPIED ? "copy" : "rename";
      text("similarity index %d%%\n%s from ".formatted(change.similarity(), word));
      out.write(QuotedPath.of("", oldPath));
      text("\n" + word + " to ");
      out.write(QuotedPath.of("", change.path()));
      text("\n");
    }
  }

  private void index(Change change) throws IOException {
    text("index " + id(change.before()) + ".." + id(change.after()));
    text(change.hasSameMode() ? " %06o\n".formatted(change.any().mode()) : "\n");
  }

  private static String id(@Nullable Side side) {
    return (side == null ? ObjectId.zeroId() : side.id()).name();
  }

  private void name(String lead, String prefix, @Nullable Side side) throws IOException {
    text(lead);
    if (side == null) {
      text("/dev/null\n");
      return;
    }
    out.write(QuotedPath.of(prefix, side.path()));
    text(side.path().display().indexOf(' ') >= 0 ? "\t\n" : "\n");
  }

  private void noText(Change change) throws IOException {
    if (binary) {
      new BinaryPatch(reader, out).write(change.before(), change.after());
      return;
    }
    text("Binary files ");
    out.write(nameOrNothing("a/", change.before()));
    text(" and ");
    out.write(nameOrNothing("b/", change.after()));
    text(" differ\n");
  }

  private static byte[] nameOrNothing(String prefix, @Nullable Side side) {
    return side == null ? ascii("/dev/null") : QuotedPath.of(prefix, side.path());
  }

  private void hunks(TextDiff diff, FileText old, FileText now) throws IOException {
    List<byte[]> functions = diff.functions();
    for (int i = 0; i < diff.ranges().size(); i++) {
      HunkRange range = diff.ranges().get(i);
      text("@@ -" + span(range.startA(), range.lengthA()));
      text(" +" + span(range.startB(), range.lengthB()) + " @@");
      if (functions.get(i).length > 0) {
        text(" ");
        out.write(functions.get(i));
      }
      text("\n");
      lines(range, old, now);
    }
  }

  private static String span(int start, int length) {
    return length == 1 ? Integer.toString(start) : start + "," + length;
  }

  private void lines(HunkRange range, FileText old, FileText now) throws IOException {
    int line = range.beginB();
    for (Edit edit : range.edits()) {
      lines(' ', now, line, edit.getBeginB());
      lines('-', old, edit.getBeginA(), edit.getEndA());
      lines('+', now, edit.getBeginB(), edit.getEndB());
      line = edit.getEndB();
    }
    lines(' ', now, line, range.endB());
  }

  private void lines(char sign, FileText text, int from, int end) throws IOException {
    for (int line = from; line < end; line++) {
      out.write(sign);
      out.write(text.bytes(line));
      if (text.lacksEnd(line)) {
        out.write(NO_END);
      } else {
        out.write('\n');
      }
    }
  }

  private void text(String text) throws IOException {
    out.write(ascii(text));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Writes paths as git does in diffs: quoted and escaped if they have unusual bytes. */
  static final class QuotedPath {

    private static final String ESCAPED = "\u0007\b\t\n\u000b\f\r\"\\";
    private static final String LETTERS = "abtnvfr\"\\";

    private QuotedPath() {}

    static byte[] of(String prefix, TreePath path) {
      byte[] bytes = path.bytes();
      ByteArrayOutputStream quoted = new ByteArrayOutputStream(bytes.length + 16);
      boolean unusual = false;
      for (byte octet : bytes) {
        unusual |= isUnusual(octet);
      }
      quoted.writeBytes(((unusual ? "\"" : "") + prefix).getBytes(StandardCharsets.US_ASCII));
      for (byte octet : bytes) {
        if (isUnusual(octet)) {
          quoted.writeBytes(escaped(octet).getBytes(StandardCharsets.US_ASCII));
        } else {
          quoted.write(octet);
        }
      }
      if (unusual) {
        quoted.write('"');
      }
      return quoted.toByteArray();
    }

    private static boolean isUnusual(byte octet) {
      return octet < ' ' || octet == 0x7f || octet == '"' || octet == '\\';
    }

    private static String escaped(byte octet) {
      int letter = ESCAPED.indexOf(octet);
      return letter >= 0 && octet > 0
          ? "\\" + LETTERS.charAt(letter)
          : "\\%03o".formatted(octet & 0xff);
    }
  }
}

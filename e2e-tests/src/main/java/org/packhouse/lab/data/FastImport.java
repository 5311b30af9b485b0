package org.packhouse.lab.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Writes a history as {@code git fast-import} reads it. The versions of a file come one after the
 * other, because fast-import makes a delta against the blob before. Text is drawn from 64 letters:
 * it looks like text to git and takes three quarters of its size in a pack.
 */
final class FastImport {

  private static final byte[] LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
          .getBytes(StandardCharsets.US_ASCII);
  private static final int LINE = 76;
  private static final long FIRST = 1_600_000_000L;
  private static final int FILES_IN_DIRECTORY = 32;

  private final RepositoryPlan plan;
  private final History history;
  private final OutputStream out;
  private final SplittableRandom random = new SplittableRandom(7);
  private final int[] firstBlob;

  FastImport(RepositoryPlan plan, History history, OutputStream out) {
    this.plan = plan;
    this.history = history;
    this.out = out;
    this.firstBlob = new int[plan.files()];
  }

  /**
   * Writes all of it.
   *
   * @param content how many letters all files and changes have together
   */
  void write(long content) throws IOException {
    long changes = 0;
    for (int file = 0; file < plan.files(); file++) {
      changes += history.versions(file) - 1L;
    }
    long half = changes == 0 ? content : content / 2;
    int size = (int) Math.max(half / plan.files(), 16);
    int change = changes == 0 ? 0 : (int) Math.max((content - half) / changes, 8);
    int mark = 1;
    for (int file = 0; file < plan.files(); file++) {
      firstBlob[file] = mark;
      mark = versions(file, mark, size, change);
    }
    for (int i = 0; i < history.commits().size(); i++) {
      commit(i, mark);
    }
    for (int tag = 1; tag < plan.tags(); tag += 2) {
      tag(tag, mark);
    }
    say("done");
  }

  private int versions(int file, int first, int size, int change) throws IOException {
    byte[] text = new byte[size];
    fill(text, 0, size);
    for (int version = 0; version < history.versions(file); version++) {
      if (version > 0) {
        text = changed(text, change);
      }
      say("blob\nmark :" + (first + version));
      data(text);
    }
    return first + history.versions(file);
  }

  private byte[] changed(byte[] text, int change) {
    if (change >= text.length) {
      byte[] other = new byte[change];
      fill(other, 0, change);
      return other;
    }
    byte[] next = text.clone();
    fill(next, random.nextInt(text.length - change + 1), change);
    return next;
  }

  private void fill(byte[] text, int from, int length) {
    long bits = 0;
    for (int i = 0; i < length; i++) {
      if (i % 10 == 0) {
        bits = random.nextLong();
      }
      int at = from + i;
      text[at] = at % LINE == LINE - 1 ? (byte) '\n' : LETTERS[(int) (bits & 63)];
      bits >>>= 6;
    }
  }

  private void commit(int number, int marks) throws IOException {
    History.Commit commit = history.commits().get(number);
    int who = number % 97;
    String person =
        "Dev %d <dev%d@example.org> %d +0000".formatted(who, who, FIRST + 600L * number);
    say("commit refs/heads/main\nmark :" + (marks + number));
    say("author " + person);
    say("committer " + person);
    data(text("Change number %d\n\nIt changes %d files.\n", number, commit.changes().size()));
    if (!commit.parents().isEmpty()) {
      say("from :" + (marks + commit.parents().getFirst()));
    }
    if (commit.parents().size() > 1) {
      say("merge :" + (marks + commit.parents().getLast()));
    }
    for (History.Change change : commit.changes()) {
      say(
          "M 100644 :%d %s"
              .formatted(firstBlob[change.file()] + change.version(), path(change.file())));
    }
  }

  private static String path(int file) {
    return "module%03d/src/File%05d.txt".formatted(file / FILES_IN_DIRECTORY, file);
  }

  private void tag(int tag, int marks) throws IOException {
    int commit = history.tagged(tag);
    say("tag " + tagName(tag));
    say("from :" + (marks + commit));
    say("tagger Rel Ease <release@example.org> %d +0000".formatted(FIRST + 600L * commit));
    data(text("Version %d\n", tag, 0));
  }

  /** What that tag is called. */
  static String tagName(int tag) {
    return "v%d.%d.%d".formatted(tag / 10_000, tag / 100 % 100, tag % 100);
  }

  /** The mark of that commit. */
  static int mark(RepositoryPlan plan, History history, int commit) {
    int mark = 1;
    for (int file = 0; file < plan.files(); file++) {
      mark += history.versions(file);
    }
    return mark + commit;
  }

  private static byte[] text(String format, int first, int second) {
    return format.formatted(first, second).getBytes(StandardCharsets.UTF_8);
  }

  private void data(byte[] bytes) throws IOException {
    say("data " + bytes.length);
    out.write(bytes);
    out.write('\n');
  }

  private void say(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}

package org.packhouse.lab.operation;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.git.PackWriter;
import org.packhouse.lab.wire.Body;

/**
 * A commit that no server has yet, in a pack: in memory if it is small, in a file otherwise.
 *
 * @param pack its bytes if they are in memory
 * @param file where they are if they are not
 */
record NewCommit(String id, ByteArrayOutputStream pack, @Nullable Path file)
    implements AutoCloseable {

  private static final long IN_MEMORY = 16 << 20;
  private static final int BLOB = 1 << 20;

  /**
   * Makes one.
   *
   * @param parent the commit before it
   * @param bytes how much new content it brings
   * @param unique makes it differ from every other
   */
  static NewCommit make(
      Base base, String parent, long bytes, long unique, Instant when, Path scratch)
      throws IOException {
    ByteArrayOutputStream pack =
        new ByteArrayOutputStream(bytes <= IN_MEMORY ? (int) bytes + 4096 : 32);
    if (bytes <= IN_MEMORY) {
      return new NewCommit(write(pack, base, parent, bytes, unique, when), pack, null);
    }
    Path file = Files.createTempFile(scratch, "push", ".pack");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      return new NewCommit(write(out, base, parent, bytes, unique, when), pack, file);
    } catch (IOException e) {
      Files.delete(file);
      throw e;
    }
  }

  /**
   * Makes one that adds a file of lines, by a name of its own: no two of them conflict.
   *
   * @param lines how many lines of 40 characters
   */
  static NewCommit ofLines(Base base, String parent, int lines, long unique, Instant when)
      throws IOException {
    SplittableRandom random = new SplittableRandom(unique);
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < lines; line++) {
      text.append("a line %016x %016x\n".formatted(random.nextLong(), random.nextLong()), 0, 40)
          .append('\n');
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(text.length() + 4096);
    PackWriter pack = new PackWriter(out, 3);
    byte[] content = text.toString().getBytes(StandardCharsets.US_ASCII);
    String blob = pack.add(PackWriter.Type.BLOB, content, true);
    byte[] entries = base.with("%016x-".formatted(unique), List.of(blob));
    String tree = pack.add(PackWriter.Type.TREE, entries, true);
    String commit = pack.add(PackWriter.Type.COMMIT, text(tree, parent, unique, when), true);
    pack.finish();
    return new NewCommit(commit, out, null);
  }

  private static String write(
      OutputStream out, Base base, String parent, long bytes, long unique, Instant when)
      throws IOException {
    int blobs = (int) ((Math.max(bytes, 1) + BLOB - 1) / BLOB);
    SplittableRandom random = new SplittableRandom(unique);
    PackWriter pack = new PackWriter(out, blobs + 2);
    List<String> ids = new ArrayList<>();
    for (long left = bytes; ids.size() < blobs; left -= BLOB) {
      byte[] content = new byte[(int) Math.min(left, BLOB)];
      random.nextBytes(content);
      ids.add(pack.add(PackWriter.Type.BLOB, content, false));
    }
    String tree = pack.add(PackWriter.Type.TREE, base.with(ids), true);
    String commit = pack.add(PackWriter.Type.COMMIT, text(tree, parent, unique, when), true);
    pack.finish();
    return commit;
  }

  private static byte[] text(String tree, String parent, long unique, Instant when) {
    String person = "Lab <lab@example.org> " + when.getEpochSecond() + " +0000";
    return "tree %s\nparent %s\nauthor %s\ncommitter %s\n\nChange %016x\n"
        .formatted(tree, parent, person, person, unique)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** What is sent: those bytes, and the pack. */
  Body after(byte[] command) throws IOException {
    if (file != null) {
      return Body.of(command, file);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream(command.length + pack.size());
    all.writeBytes(command);
    pack.writeTo(all);
    return Body.of(all.toByteArray());
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      Files.delete(file);
    }
  }
}

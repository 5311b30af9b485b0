package org.packhouse.e2e.harness;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.DeflaterOutputStream;

/**
 * Repositories of a few objects that stand for more than any server can look at. The objects are
 * written here, as loose ones: git would take a process for each.
 */
public final class Bombs {

  private final Path objects;

  /** Bombs made in the repository around that work tree. */
  public Bombs(Path workTree) {
    this.objects = workTree.resolve(".git/objects");
  }

  /**
   * A commit of directories below one another, each of which names the next so many times.
   *
   * @return its id
   */
  public String trees(int levels, int width, String content, String... parents) {
    String next = write("blob", content.getBytes(UTF_8));
    String mode = "100644";
    for (int level = 0; level < levels; level++) {
      ByteArrayOutputStream tree = new ByteArrayOutputStream();
      for (int i = 0; i < width; i++) {
        tree.writeBytes("%s d%03d\0".formatted(mode, i).getBytes(US_ASCII));
        tree.writeBytes(HexFormat.of().parseHex(next));
      }
      next = write("tree", tree.toByteArray());
      mode = "40000";
    }
    return commit(next, "A bomb\n", parents);
  }

  /** A commit of a tree with that message. */
  public String commit(String tree, String message, String... parents) {
    StringBuilder text = new StringBuilder("tree " + tree + "\n");
    for (String parent : parents) {
      text.append("parent ").append(parent).append('\n');
    }
    text.append("author A <a@example.org> 1767225600 +0000\n");
    text.append("committer A <a@example.org> 1767225600 +0000\n\n").append(message);
    return write("commit", text.toString().getBytes(UTF_8));
  }

  private String write(String type, byte[] content) {
    byte[] header = "%s %d\0".formatted(type, content.length).getBytes(US_ASCII);
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      digest.update(header);
      String id = HexFormat.of().formatHex(digest.digest(content));
      Path file = objects.resolve(id.substring(0, 2)).resolve(id.substring(2));
      if (Files.notExists(file)) {
        Files.createDirectories(file.getParent());
        try (OutputStream out = new DeflaterOutputStream(Files.newOutputStream(file))) {
          out.write(header);
          out.write(content);
        }
      }
      return id;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}

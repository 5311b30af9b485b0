package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Reads the refs of one repository from its files. Loose files come first and {@code packed-refs}
 * after them: whoever packs writes {@code packed-refs} before it removes a loose file, so that no
 * ref is missed.
 */
final class RefFiles {

  private static final String SYMBOLIC = "ref: ";
  private static final int ID_LENGTH = 40;

  private final Path gitDirectory;

  RefFiles(Path gitDirectory) {
    this.gitDirectory = gitDirectory;
  }

  Path gitDirectory() {
    return gitDirectory;
  }

  Path file(String ref) {
    return gitDirectory.resolve(ref);
  }

  Path packedRefs() {
    return file("packed-refs");
  }

  /** The full name that HEAD points to. */
  String headTarget() throws IOException {
    String content = Files.readString(file(Constants.HEAD), StandardCharsets.UTF_8).strip();
    if (!content.startsWith(SYMBOLIC)) {
      throw new IOException("HEAD of " + gitDirectory + " names no branch: " + content);
    }
    return content.substring(SYMBOLIC.length()).strip();
  }

  /** The value of a loose ref; null if there is no such file. */
  @Nullable ObjectId loose(String ref) throws IOException {
    Path file = file(ref);
    try {
      return Files.isDirectory(file) ? null : parse(ref, Files.readString(file));
    } catch (NoSuchFileException e) {
      return null;
    } catch (java.nio.file.FileSystemException e) {
      // "Not a directory": a part of the name is itself a ref
      if (Files.exists(file)) {
        throw e;
      }
      return null;
    }
  }

  private ObjectId parse(String ref, String content) throws IOException {
    if (content.length() < ID_LENGTH || !ObjectId.isId(content.substring(0, ID_LENGTH))) {
      throw new IOException("Ref " + ref + " of " + gitDirectory + " is broken");
    }
    return ObjectId.fromString(content.substring(0, ID_LENGTH));
  }

  /** The value of one ref, loose or packed; null if it is not there. */
  @Nullable ObjectId read(String ref) throws IOException {
    ObjectId loose = loose(ref);
    return loose == null ? PackedRefs.read(gitDirectory).find(ref) : loose;
  }

  /**
   * Every ref, loose or packed, in git's order.
   *
   * @param stamp notes how files and folders look before they are read
   */
  SortedMap<String, PackedRefs.Line> readAll(RefStamp stamp) throws IOException {
    SortedMap<String, PackedRefs.Line> loose = readLoose(stamp);
    stamp.see(packedRefs());
    TreeMap<String, PackedRefs.Line> all = new TreeMap<>(PackedRefs.read(gitDirectory).lines());
    loose.forEach((ref, line) ->
        all.merge(ref, line, (packed, found) -> packed.id().equals(found.id()) ? packed : found));
    return all;
  }

  private SortedMap<String, PackedRefs.Line> readLoose(RefStamp stamp) throws IOException {
    TreeMap<String, PackedRefs.Line> found = new TreeMap<>(RefNameOrder.BY_BYTES);
    Files.walkFileTree(
        file("refs"),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            stamp.see(folder, attributes);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String ref = gitDirectory.relativize(file).toString();
            if (!ref.endsWith(".lock")) {
              ObjectId id = loose(ref);
              if (id != null) {
                found.put(ref, new PackedRefs.Line(id, null, false));
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
    return found;
  }
}

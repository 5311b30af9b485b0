package org.packhouse.app.upkeep.imports.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/**
 * Copies objects and refs of one repository, and nothing else, into another. Objects become hard
 * links where possible: git replaces such files and never changes them. Symbolic links are ignored.
 */
final class LocalCopy {

  private static final Pattern PACK = Pattern.compile("pack-[0-9a-f]{40}\\.pack");
  private static final Pattern FAN_OUT = Pattern.compile("[0-9a-f]{2}");
  private static final Pattern LOOSE = Pattern.compile("[0-9a-f]{38}");
  private static final List<String> REFS = List.of("refs/heads", "refs/tags", "refs/notes");
  private static final int MAX_REF_SIZE = 4096;

  private final RunningImport running;
  private final Path source;
  private final Path target;
  private boolean links = true;
  private long bytes;
  private long files;
  private boolean loose;

  LocalCopy(RunningImport running, Path source, Path target) {
    this.running = running;
    this.source = source;
    this.target = target;
  }

  boolean hasLooseObjects() {
    return loose;
  }

  void copyAll() throws IOException, ImportFailedException, ImportCancelledException {
    copyPacks();
    copyLooseObjects();
    copyRefs();
    String head = headBranch();
    if (head != null) {
      Files.writeString(target.resolve("HEAD"), "ref: " + head + "\n");
    }
  }

  /** Returns the full name of HEAD's branch; null: none. */
  @Nullable String headBranch() throws IOException {
    Path head = source.resolve("HEAD");
    if (Files.size(head) > MAX_REF_SIZE) {
      return null;
    }
    String text = new String(Files.readAllBytes(head), StandardCharsets.UTF_8).strip();
    String branch = text.startsWith("ref:") ? text.substring("ref:".length()).strip() : "";
    return branch.startsWith("refs/heads/") && Repository.isValidRefName(branch) ? branch : null;
  }

  private void copyPacks() throws IOException, ImportFailedException, ImportCancelledException {
    Path packs = source.resolve("objects/pack");
    for (Path pack : list(packs)) {
      String name = pack.getFileName().toString();
      Path index = packs.resolve(name.replace(".pack", ".idx"));
      if (PACK.matcher(name).matches() && isFile(pack) && isFile(index)) {
        take(pack, target.resolve("objects/pack").resolve(name));
        take(index, target.resolve("objects/pack").resolve(index.getFileName().toString()));
      }
    }
  }

  private void copyLooseObjects()
      throws IOException, ImportFailedException, ImportCancelledException {
    for (Path directory : list(source.resolve("objects"))) {
      String name = directory.getFileName().toString();
      if (FAN_OUT.matcher(name).matches()
          && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        Path into = Files.createDirectories(target.resolve("objects").resolve(name));
        for (Path object : list(directory)) {
          String rest = object.getFileName().toString();
          if (LOOSE.matcher(rest).matches() && isFile(object)) {
            take(object, into.resolve(rest));
            loose = true;
          }
        }
      }
    }
  }

  private void take(Path from, Path to)
      throws IOException, ImportFailedException, ImportCancelledException {
    running.check();
    if (!link(from, to)) {
      copy(from, to);
    }
    bytes += Files.size(to);
    files++;
    running.report(new ImportProgress(ImportPhase.COPYING, null, files, null, bytes));
  }

  private boolean link(Path from, Path to) throws IOException {
    if (links) {
      try {
        Files.createLink(to, from);
      } catch (IOException | UnsupportedOperationException e) {
        // Another file system, or another owner: all others are copied too.
        links = false;
        return false;
      }
      // A symbolic link that came in the moment between is linked, not followed.
      if (!isFile(to)) {
        throw new IOException(from + " is no file any more");
      }
    }
    return links;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (InputStream bytes = Files.newInputStream(from, LinkOption.NOFOLLOW_LINKS)) {
      Files.copy(bytes, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private void copyRefs() throws IOException {
    Path packed = source.resolve("packed-refs");
    if (isFile(packed)) {
      copy(packed, target.resolve("packed-refs"));
    }
    for (String name : REFS) {
      Path directory = source.resolve(name);
      if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.walkFileTree(directory, new RefCopy());
      }
    }
  }

  private final class RefCopy extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      Files.createDirectories(target.resolve(source.relativize(directory)));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      boolean ref = attributes.isRegularFile() && attributes.size() <= MAX_REF_SIZE;
      if (ref && !file.toString().endsWith(".lock")) {
        copy(file, target.resolve(source.relativize(file)));
      }
      return FileVisitResult.CONTINUE;
    }
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static List<Path> list(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }
}

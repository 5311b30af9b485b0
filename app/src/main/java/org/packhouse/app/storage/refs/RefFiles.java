package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.SharedFiles;

/**
 * Reads the refs of one repository from its files, as one {@linkplain SharedFiles look}. Loose
 * files come first and {@code packed-refs} after them: whoever packs writes {@code packed-refs}
 * before it removes a loose file, so that no ref is missed.
 */
public final class RefFiles {

  private static final String SYMBOLIC = "ref: ";
  private static final int ID_LENGTH = 40;

  private final Path gitDirectory;
  private final SharedFiles shared = new SharedFiles();

  /** Begins a look, to be made when the lock is held by whoever acts on it. */
  public RefFiles(Path gitDirectory) {
    this.gitDirectory = gitDirectory;
  }

  public Path gitDirectory() {
    return gitDirectory;
  }

  public SharedFiles shared() {
    return shared;
  }

  public Path file(String ref) {
    return gitDirectory.resolve(ref);
  }

  public Path packedRefs() {
    return file("packed-refs");
  }

  /** The full name that HEAD points to. */
  public String headTarget() throws IOException {
    byte[] read = shared.read(file(Constants.HEAD));
    if (read == null) {
      throw new NoSuchFileException(file(Constants.HEAD).toString());
    }
    String content = new String(read, StandardCharsets.UTF_8).strip();
    if (!content.startsWith(SYMBOLIC)) {
      throw new IOException("HEAD of " + gitDirectory + " names no branch: " + content);
    }
    return content.substring(SYMBOLIC.length()).strip();
  }

  /** The value of a loose ref; null if there is no such file. */
  @Nullable public ObjectId loose(String ref) throws IOException {
    Path file = file(ref);
    try {
      byte[] content = shared.read(file);
      return content == null ? null : parse(ref, new String(content, StandardCharsets.UTF_8));
    } catch (IOException e) {
      if (Files.isDirectory(file)) {
        return null;
      }
      throw e;
    }
  }

  private ObjectId parse(String ref, String content) throws IOException {
    if (content.length() < ID_LENGTH || !ObjectId.isId(content.substring(0, ID_LENGTH))) {
      throw new IOException("Ref " + ref + " of " + gitDirectory + " is broken");
    }
    return ObjectId.fromString(content.substring(0, ID_LENGTH));
  }

  /**
   * The content of {@code packed-refs} at this moment, whatever was looked up before.
   *
   * @param stamp notes how the file looks before it is read
   */
  public PackedRefs readPacked(RefStamp stamp) throws IOException {
    shared.open(gitDirectory);
    stamp.see(packedRefs(), shared);
    return new PackedRefs(shared.read(packedRefs()));
  }

  /**
   * Every ref, loose or packed, in git's order.
   *
   * @param stamp notes how files and directories look before they are read
   */
  SortedMap<String, PackedRefs.Line> readAll(RefStamp stamp) throws IOException {
    TreeMap<String, PackedRefs.Line> loose = new TreeMap<>(RefNameOrder.BY_BYTES);
    readLoose(file("refs"), stamp, loose);
    TreeMap<String, PackedRefs.Line> all = new TreeMap<>(readPacked(stamp).lines());
    loose.forEach((ref, line) ->
        all.merge(ref, line, (packed, found) -> packed.id().equals(found.id()) ? packed : found));
    return all;
  }

  /** The values of all refs, and where HEAD points to. */
  public Map<String, String> values() throws IOException {
    Map<String, String> values = new TreeMap<>();
    readAll(RefStamp.unused()).forEach((ref, line) -> values.put(ref, line.id().name()));
    values.put(Constants.HEAD, headTarget());
    return values;
  }

  private void readLoose(Path directory, RefStamp stamp, SortedMap<String, PackedRefs.Line> found)
      throws IOException {
    SharedFiles.Listing listing = shared.list(directory);
    if (listing == null) {
      return;
    }
    stamp.seeDirectory(directory, listing.attributes());
    for (Path entry : listing.entries()) {
      if (!RefNames.isPart(entry.getFileName().toString())) {
        continue;
      }
      if (Files.isDirectory(entry)) {
        readLoose(entry, stamp, found);
      } else {
        String ref = gitDirectory.relativize(entry).toString();
        ObjectId id = loose(ref);
        if (id != null) {
          found.put(ref, new PackedRefs.Line(id, null, false));
        }
      }
    }
  }

  /** The values of the refs that have loose files. */
  public SortedMap<String, ObjectId> loose() throws IOException {
    TreeMap<String, PackedRefs.Line> found = new TreeMap<>(RefNameOrder.BY_BYTES);
    readLoose(file("refs"), RefStamp.unused(), found);
    TreeMap<String, ObjectId> values = new TreeMap<>(RefNameOrder.BY_BYTES);
    found.forEach((ref, line) -> values.put(ref, line.id()));
    return values;
  }

  /** The refs below a name that have loose files; none unless it is a directory. */
  public Set<String> looseBelow(String ref) throws IOException {
    BasicFileAttributes attributes = shared.attributes(file(ref));
    if (attributes == null || !attributes.isDirectory()) {
      return Set.of();
    }
    TreeMap<String, PackedRefs.Line> found = new TreeMap<>(RefNameOrder.BY_BYTES);
    readLoose(file(ref), RefStamp.unused(), found);
    return found.keySet();
  }
}

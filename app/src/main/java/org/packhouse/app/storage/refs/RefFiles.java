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
 * Reads refs from files. Loose refs come before {@code packed-refs}, so that none is missed when
 * packing moves them.
 */
public final class RefFiles {

  private static final String SYMBOLIC = "ref: ";
  private static final int ID_LENGTH = 40;

  private final Path gitDirectory;
  private final SharedFiles shared = new SharedFiles();

  /** Create this only while holding the lock under which the refs are acted on. */
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

  /** Returns the full name of the branch that HEAD points to. */
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

  /** Returns the value of a loose ref, or null if it has no file. */
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

  /** Reads {@code packed-refs} afresh, after recording the file's state in the stamp. */
  public PackedRefs readPacked(RefStamp stamp) throws IOException {
    shared.open(gitDirectory);
    stamp.see(packedRefs(), shared);
    return new PackedRefs(shared.read(packedRefs()));
  }

  /** Returns every ref in git's order, after recording the files' states in the stamp. */
  SortedMap<String, PackedRefs.Line> readAll(RefStamp stamp) throws IOException {
    TreeMap<String, PackedRefs.Line> loose = new TreeMap<>(RefNameOrder.BY_BYTES);
    readLoose(file("refs"), stamp, loose);
    TreeMap<String, PackedRefs.Line> all = new TreeMap<>(readPacked(stamp).lines());
    loose.forEach((ref, line) ->
        all.merge(ref, line, (packed, found) -> packed.id().equals(found.id()) ? packed : found));
    return all;
  }

  /** Returns the values of all refs and the target of HEAD. */
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

  /** Returns the values of the refs that have loose files. */
  public SortedMap<String, ObjectId> loose() throws IOException {
    TreeMap<String, PackedRefs.Line> found = new TreeMap<>(RefNameOrder.BY_BYTES);
    readLoose(file("refs"), RefStamp.unused(), found);
    TreeMap<String, ObjectId> values = new TreeMap<>(RefNameOrder.BY_BYTES);
    found.forEach((ref, line) -> values.put(ref, line.id()));
    return values;
  }

  /** Returns the loose refs below a name, none unless it is a directory. */
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

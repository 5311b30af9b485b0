package org.packhouse.app.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheBuilder;
import org.eclipse.jgit.dircache.DirCacheEntry;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TreeFormatter;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;

/** A bare repository on disk without a server, filled commit by commit. */
public final class TestingRepository implements AutoCloseable {

  private final Repository git;
  private final TreeMap<String, RefSnapshot.Entry> refs = new TreeMap<>();
  private int minute;

  private TestingRepository(Repository git) {
    this.git = git;
  }

  /** Makes an empty one in a directory. */
  public static TestingRepository create(Path directory) throws IOException {
    Repository git = new FileRepository(directory.resolve("repository.git").toFile());
    git.create(true);
    return new TestingRepository(git);
  }

  /** The repository itself. */
  public Repository git() {
    return git;
  }

  /** A file to commit. */
  public static final class File {
    private final byte[] path;
    private final FileMode mode;
    private final byte[] content;

    /** Describes one; of a submodule the content is the commit's 40 digits. */
    public File(byte[] path, FileMode mode, byte[] content) {
      this.path = path.clone();
      this.mode = mode;
      this.content = content.clone();
    }
  }

  /** A plain text file. */
  public static File file(String path, String content) {
    return new File(
        path.getBytes(StandardCharsets.UTF_8),
        FileMode.REGULAR_FILE,
        content.getBytes(StandardCharsets.UTF_8));
  }

  /** Commits exactly those files, a minute after the last commit. */
  public ObjectId commit(String message, List<ObjectId> parents, File... files) throws IOException {
    try (ObjectInserter inserter = git.newObjectInserter()) {
      DirCache index = DirCache.newInCore();
      DirCacheBuilder builder = index.builder();
      for (File file : files) {
        DirCacheEntry entry = new DirCacheEntry(file.path);
        entry.setFileMode(file.mode);
        entry.setObjectId(
            FileMode.GITLINK.equals(file.mode)
                ? ObjectId.fromString(new String(file.content, StandardCharsets.US_ASCII))
                : inserter.insert(Constants.OBJ_BLOB, file.content));
        builder.add(entry);
      }
      builder.finish();
      return commit(inserter, message, parents, index.writeTree(inserter));
    }
  }

  /** Commits a tree, a minute after the last commit. */
  public ObjectId commit(String message, List<ObjectId> parents, ObjectId tree) throws IOException {
    try (ObjectInserter inserter = git.newObjectInserter()) {
      return commit(inserter, message, parents, tree);
    }
  }

  private ObjectId commit(
      ObjectInserter inserter, String message, List<ObjectId> parents, ObjectId tree)
      throws IOException {
    CommitBuilder commit = new CommitBuilder();
    commit.setTreeId(tree);
    commit.setParentIds(new ArrayList<>(parents));
    Instant when = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(60L * minute++);
    PersonIdent person =
        new PersonIdent("Ada Lovelace", "ada@example.org", when, ZoneId.of("+01:00"));
    commit.setAuthor(person);
    commit.setCommitter(person);
    commit.setMessage(message);
    ObjectId id = inserter.insert(commit);
    inserter.flush();
    return id;
  }

  /**
   * Makes directories below one another, each of which names the next so many times; in the last
   * one there is a file of that content, as often.
   *
   * @return the topmost tree
   */
  public ObjectId bomb(int levels, int width, String content) throws IOException {
    try (ObjectInserter inserter = git.newObjectInserter()) {
      ObjectId next = inserter.insert(Constants.OBJ_BLOB, content.getBytes(StandardCharsets.UTF_8));
      FileMode mode = FileMode.REGULAR_FILE;
      for (int level = 0; level < levels; level++) {
        TreeFormatter tree = new TreeFormatter();
        for (int i = 0; i < width; i++) {
          tree.append("d%03d".formatted(i), mode, next);
        }
        next = inserter.insert(tree);
        mode = FileMode.TREE;
      }
      inserter.flush();
      return next;
    }
  }

  /** Points a ref somewhere. */
  public void ref(String name, ObjectId id) {
    refs.put(name, new RefSnapshot.Entry(name, id, null));
  }

  /** Points a ref at an annotated tag. */
  public void ref(String name, ObjectId tag, ObjectId peeled) {
    refs.put(name, new RefSnapshot.Entry(name, tag, peeled));
  }

  /** The repository as a request sees it, HEAD on {@code main}. */
  public OpenRepository open(long version) {
    git.incrementOpen();
    return new OpenRepository(
        1, git, new RefSnapshot(version, "refs/heads/main", List.copyOf(refs.values()), List.of()));
  }

  @Override
  public void close() {
    git.close();
  }
}

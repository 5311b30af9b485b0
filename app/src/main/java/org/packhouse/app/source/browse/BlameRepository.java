package org.packhouse.app.source.browse;

import java.io.IOException;
import java.util.Optional;
import org.eclipse.jgit.attributes.AttributesNodeProvider;
import org.eclipse.jgit.internal.storage.commitgraph.CommitGraph;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.BaseRepositoryBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.RefDatabase;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.packhouse.app.source.browse.Blame.TooMuchException;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;

/**
 * Limits what JGit's blame reads of a repository: older versions of the file may be larger than the
 * limit, commit messages may exceed the heap together, and for rename detection blame lists all
 * changes of a commit, which a few trees can make arbitrarily long.
 */
final class BlameRepository extends Repository {

  /** Bytes of trees read for one commit, about 400,000 entries. */
  private static final long MAX_TREES = 16L << 20;

  /** Bytes of parent ids kept: a sixteenth of the heap. */
  private static final long MAX_PARENTS = Runtime.getRuntime().maxMemory() / 16;

  /** Bytes of the parent lines of ordinary merges. */
  private static final int USUAL_COMMIT = 4096;

  private final OpenRepository open;
  private final TreePath path;
  private final long maxParents;
  private long trees;
  private long parents;

  BlameRepository(OpenRepository open, TreePath path) {
    this(open, path, MAX_PARENTS);
  }

  /** Limits the bytes of all commits together that have more parents than usual. */
  BlameRepository(OpenRepository open, TreePath path, long maxParents) {
    super(options(open));
    this.open = open;
    this.path = path;
    this.maxParents = maxParents;
  }

  private static BaseRepositoryBuilder<?, ?> options(OpenRepository open) {
    return new FileRepositoryBuilder().setGitDir(open.git().getDirectory()).setBare();
  }

  @Override
  public ObjectReader newObjectReader() {
    return new Reader(open.newObjectReader());
  }

  private ObjectLoader skeleton(byte[] commit) {
    ObjectLoader skeleton = CommitSkeleton.of(commit);
    parents += Math.max(0, skeleton.getSize() - USUAL_COMMIT);
    if (parents > maxParents) {
      throw new TooMuchException(path, "the commits before it name too many parents");
    }
    return skeleton;
  }

  private void countTree(long size) {
    trees += size;
    if (trees > MAX_TREES) {
      throw new TooMuchException(path, "the commits that changed it have changed too much else");
    }
  }

  private final class Reader extends ObjectReader.Filter {

    private final ObjectReader all;

    Reader(ObjectReader all) {
      this.all = all;
    }

    @Override
    protected ObjectReader delegate() {
      return all;
    }

    @Override
    public ObjectReader newReader() {
      return new Reader(all.newReader());
    }

    /** With the commit-graph JGit would skip reading commits, and they could not be counted. */
    @Override
    public Optional<CommitGraph> getCommitGraph() {
      return Optional.empty();
    }

    @Override
    public ObjectLoader open(AnyObjectId id) throws IOException {
      return open(id, OBJ_ANY);
    }

    @Override
    public ObjectLoader open(AnyObjectId id, int typeHint) throws IOException {
      ObjectLoader loader = all.open(id, typeHint);
      if (loader.getType() == Constants.OBJ_TREE) {
        countTree(loader.getSize());
      } else {
        trees = 0;
      }
      return switch (loader.getType()) {
        case Constants.OBJ_TREE -> LatinTree.of(loader.getCachedBytes());
        case Constants.OBJ_COMMIT -> skeleton(loader.getCachedBytes());
        case Constants.OBJ_BLOB -> loader.getSize() > Blame.MAX_SIZE ? new Version(loader) : loader;
        default -> loader;
      };
    }
  }

  /** A version above the size limit: JGit may stream it to detect renames, but not load it. */
  private final class Version extends ObjectLoader.Filter {

    private final ObjectLoader loader;

    Version(ObjectLoader loader) {
      this.loader = loader;
    }

    @Override
    protected ObjectLoader delegate() {
      return loader;
    }

    @Override
    public boolean isLarge() {
      return true;
    }

    @Override
    public byte[] getCachedBytes() {
      throw tooLarge();
    }

    @Override
    public byte[] getCachedBytes(int limit) {
      throw tooLarge();
    }

    private TooMuchException tooLarge() {
      return new TooMuchException(
          path,
          "a version of it is %d bytes long, and at most %d are looked at"
              .formatted(loader.getSize(), Blame.MAX_SIZE));
    }
  }

  @Override
  public void create(boolean bare) {
    throw new UnsupportedOperationException("It is there");
  }

  @Override
  public String getIdentifier() {
    return open.git().getIdentifier();
  }

  @Override
  public ObjectDatabase getObjectDatabase() {
    return open.git().getObjectDatabase();
  }

  @Override
  public RefDatabase getRefDatabase() {
    return open.git().getRefDatabase();
  }

  @Override
  public StoredConfig getConfig() {
    return open.git().getConfig();
  }

  @Override
  public AttributesNodeProvider createAttributesNodeProvider() {
    return open.git().createAttributesNodeProvider();
  }

  @Override
  public void scanForRepoChanges() throws IOException {
    open.git().scanForRepoChanges();
  }

  @Override
  public void notifyIndexChanged(boolean internal) {
    open.git().notifyIndexChanged(internal);
  }

  @Override
  public void close() {
    // The caller closes the repository.
  }
}

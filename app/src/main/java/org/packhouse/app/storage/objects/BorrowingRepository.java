package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.internal.storage.commitgraph.CommitGraph;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.RepositoryCache;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.util.FS;

/**
 * A repository of a fork network. JGit finds objects in alternates, but bitmaps and the
 * commit-graph only in the repository's own directory; those of a network are in its pool.
 */
final class BorrowingRepository extends FileRepository {

  private final Objects objects;

  BorrowingRepository(FileRepositoryBuilder builder, Path pool) throws IOException {
    super(builder.setup());
    // The instance that JGit opens for the alternate.
    FileRepository opened =
        (FileRepository)
            RepositoryCache.open(RepositoryCache.FileKey.exact(pool.toFile(), FS.DETECTED));
    this.objects = new Objects(this, opened);
  }

  @Override
  public ObjectDirectory getObjectDatabase() {
    return objects;
  }

  Collection<Pack> ownPacks() {
    return objects.ownPacks();
  }

  /** Drops what was read of both directories, which stay open. */
  void reload() {
    objects.reload();
  }

  private static final class Objects extends ObjectDirectory {

    private final FileRepository pool;

    Objects(FileRepository member, FileRepository pool) throws IOException {
      super(
          member.getConfig(),
          member.getObjectsDirectory(),
          null,
          member.getFS(),
          member.getDirectory().toPath().resolve(Constants.SHALLOW).toFile());
      this.pool = pool;
    }

    Collection<Pack> ownPacks() {
      return super.getPacks();
    }

    void reload() {
      super.close();
      pool.getObjectDatabase().close();
    }

    @Override
    public Collection<Pack> getPacks() {
      List<Pack> all = new ArrayList<>(super.getPacks());
      all.addAll(pool.getObjectDatabase().getPacks());
      return all;
    }

    @Override
    public Optional<CommitGraph> getCommitGraph() {
      Optional<CommitGraph> own = super.getCommitGraph();
      return own.isPresent() ? own : pool.getObjectDatabase().getCommitGraph();
    }

    @Override
    public void close() {
      super.close();
      pool.close();
    }
  }
}

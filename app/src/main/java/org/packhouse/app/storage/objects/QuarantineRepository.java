package org.packhouse.app.storage.objects;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.RepositoryCache;
import org.eclipse.jgit.lib.RepositoryCache.FileKey;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.util.FS;
import org.packhouse.app.storage.pack.KnownObjects;
import org.packhouse.app.storage.pack.KnownPacks;
import org.packhouse.app.storage.pack.PackCloser;

/**
 * A repository together with the quarantine of a push.
 *
 * <p>A pack parser looks up each object to detect collisions. Most objects of a push are new, and
 * for each JGit would list the pack directory, which earlier pushes have just changed. Like git's
 * {@code index-pack}, this looks in the known packs only.
 */
final class QuarantineRepository extends FileRepository {

  private final Objects objects;

  /** The repository's own packs must stay open as long. */
  QuarantineRepository(
      FileRepositoryBuilder builder, List<Path> alternates, KnownPacks present, PackCloser closer)
      throws IOException {
    super(builder.setup());
    this.objects = new Objects(this, alternates, present, closer);
  }

  /** Notes that the quarantine's packs are now in the repository. */
  void hasMigrated() {
    objects.migrated = true;
  }

  @Override
  public ObjectDirectory getObjectDatabase() {
    return objects;
  }

  /**
   * The objects of a quarantine and its alternates.
   *
   * <p>To close an object directory JGit searches its whole window cache, a twentieth of the time
   * of a push. So migrated packs that this process indexed are closed in batches, and the
   * alternates are closed here.
   */
  private static final class Objects extends ObjectDirectory {

    private final KnownPacks present;
    private final PackCloser closer;
    private final List<Repository> alternates = new ArrayList<>();
    private final Set<Pack> indexed = ConcurrentHashMap.newKeySet();
    private final boolean given;
    private volatile boolean migrated;

    Objects(
        FileRepository quarantine, List<Path> directories, KnownPacks present, PackCloser closer)
        throws IOException {
      List<FileKey> keys =
          directories.stream()
              .map(it -> FileKey.exact(it.resolveSibling(".").normalize().toFile(), FS.DETECTED))
              .toList();
      List<Repository> before = open(keys);
      super(
          quarantine.getConfig(),
          quarantine.getObjectsDirectory(),
          directories.stream().map(Path::toFile).toArray(File[]::new),
          quarantine.getFS(),
          quarantine.getDirectory().toPath().resolve(Constants.SHALLOW).toFile());
      this.present = present;
      this.closer = closer;
      alternates.addAll(open(keys));
      // Equal lists mean that JGit has opened the same instances in between.
      given = alternates.equals(before);
      before.forEach(Repository::close);
    }

    private static List<Repository> open(List<FileKey> keys) throws IOException {
      List<Repository> opened = new ArrayList<>();
      try {
        for (FileKey key : keys) {
          opened.add(RepositoryCache.open(key));
        }
        return opened;
      } catch (IOException | RuntimeException e) {
        opened.forEach(Repository::close);
        throw e;
      }
    }

    @Override
    public Pack openPack(File file) throws IOException {
      Pack pack = super.openPack(file);
      indexed.add(pack);
      return pack;
    }

    @Override
    public void close() {
      if (given && migrated && !indexed.isEmpty()) {
        closer.closeSoon(indexed);
        alternates.forEach(Repository::close);
      } else {
        super.close();
      }
      alternates.forEach(Repository::close);
    }

    @Override
    public ObjectDatabase newCachedDatabase() {
      return new KnownObjects(this, present);
    }
  }
}

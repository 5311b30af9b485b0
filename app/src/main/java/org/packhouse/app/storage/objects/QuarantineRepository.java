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
 * A repository and the quarantine of a push to it, opened in process.
 *
 * <p>What takes a pack asks of each object whether it is there already, to compare the two: nobody
 * may put another object in the place of one that others have. Most objects of a push are new, and
 * for each of those JGit would look at every file in the directory of packs, which the pushes
 * before have just changed. As git's {@code index-pack} does, this asks the packs that are known.
 */
final class QuarantineRepository extends FileRepository {

  private final Objects objects;

  /**
   * Makes one.
   *
   * @param builder names the repository, and the quarantine as its object directory
   * @param alternates object directories of repositories, of which the quarantine borrows
   * @param present what the repository has without the quarantine; it is to be kept open as long
   */
  QuarantineRepository(
      FileRepositoryBuilder builder, List<Path> alternates, KnownPacks present, PackCloser closer)
      throws IOException {
    super(builder.setup());
    this.objects = new Objects(this, alternates, present, closer);
  }

  /** Notes that the files of the quarantine's packs are in the repository by now. */
  void hasMigrated() {
    objects.migrated = true;
  }

  @Override
  public ObjectDirectory getObjectDatabase() {
    return objects;
  }

  /**
   * The objects of the quarantine and of its alternates.
   *
   * <p>JGit goes through its whole cache of windows to close an object directory, which took a
   * twentieth of what a push takes, and more with a larger heap. So what this process has indexed
   * and has moved into the repository is closed with the packs of other pushes, and the alternates,
   * which {@link ObjectDirectory#close} would give back too, are given back here.
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
      // What was cached before and after is what JGit has opened in between.
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

package org.packhouse.app.storage.objects;

import java.io.IOException;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

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
   * @param present what the repository has without the quarantine; it is to be kept open as long
   */
  QuarantineRepository(FileRepositoryBuilder builder, KnownPacks present) throws IOException {
    super(builder.setup());
    this.objects = new Objects(this, present);
  }

  @Override
  public ObjectDirectory getObjectDatabase() {
    return objects;
  }

  private static final class Objects extends ObjectDirectory {

    private final KnownPacks present;

    Objects(FileRepository quarantine, KnownPacks present) throws IOException {
      super(
          quarantine.getConfig(),
          quarantine.getObjectsDirectory(),
          null,
          quarantine.getFS(),
          quarantine.getDirectory().toPath().resolve(Constants.SHALLOW).toFile());
      this.present = present;
    }

    @Override
    public ObjectDatabase newCachedDatabase() {
      return new Known(this, present);
    }
  }

  /** The same objects, of which it is asked without looking for more. */
  private static final class Known extends ObjectDatabase {

    private final ObjectDirectory all;
    private final KnownPacks present;

    Known(ObjectDirectory all, KnownPacks present) {
      this.all = all;
      this.present = present;
    }

    @Override
    public ObjectInserter newInserter() {
      return all.newInserter();
    }

    @Override
    public ObjectReader newReader() {
      return new Reader(all.newReader(), present);
    }

    @Override
    public long getApproximateObjectCount() {
      return all.getApproximateObjectCount();
    }

    @Override
    public void close() {
      // Whoever made the object directory closes it.
    }
  }

  private static final class Reader extends ObjectReader.Filter {

    private final ObjectReader all;
    private final KnownPacks present;

    Reader(ObjectReader all, KnownPacks present) {
      this.all = all;
      this.present = present;
    }

    @Override
    protected ObjectReader delegate() {
      return all;
    }

    @Override
    public boolean has(AnyObjectId id) throws IOException {
      return present.has(id);
    }

    @Override
    public boolean has(AnyObjectId id, int typeHint) throws IOException {
      return has(id);
    }
  }
}

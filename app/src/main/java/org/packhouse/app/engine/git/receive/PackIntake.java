package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.ObjectDirectoryPackParser;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PackParser;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.storage.objects.ObjectLimits;
import org.packhouse.app.storage.objects.ObjectTooLargeException;
import org.packhouse.app.storage.objects.Quarantine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * Takes a pack into quarantine. A small one is measured and indexed in this process, without a
 * process start; a large one goes to native git as it comes, or if it comes slowly when it is
 * complete, so that no ticket is held meanwhile. Native git judges what this process refuses, so
 * that small packs bring nothing that large ones may not.
 */
@Component
@Lazy
class PackIntake {

  /** Bytes of one object that this process inflates. */
  private static final int MAX_IN_PROCESS_SIZE = 16 * 1024 * 1024;

  /** Bytes of all objects of a pack that this process inflates. */
  private static final long MAX_INFLATED = Runtime.getRuntime().maxMemory() / 16;

  /** Bytes of a pack and its by-products that wait in memory for its refs to move. */
  private static final int MAX_HELD = 512 * 1024;

  /** Bytes kept of each object beside its content: ids, entries of maps. */
  private static final int PER_OBJECT = 256;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final Logger LOG = LoggerFactory.getLogger(PackIntake.class);

  private final ReceiveSettings settings;
  private final SpoolSettings spooling;
  private final ObjectLimits limits;
  private final NativePackIntake nativeGit;
  private final Homes homes;

  PackIntake(
      ReceiveSettings settings,
      SpoolSettings spooling,
      ObjectLimits limits,
      NativePackIntake nativeGit,
      Homes homes) {
    this.limits = limits;
    this.settings = settings;
    this.spooling = spooling;
    this.nativeGit = nativeGit;
    this.homes = homes;
  }

  /** Returns the objects that the pack brought, if known. */
  @Nullable Set<ObjectId> take(
      GitExchange exchange, InputStream in, Quarantine quarantine, WaitingPusher pusher)
      throws IOException {
    int capacity = (int) settings.inProcessSize().toBytes();
    SmallPack pack = new SmallPack(in, capacity);
    long begun = System.nanoTime();
    pack.read();
    boolean slow = !pack.isComplete() && isSlow(pack.size(), System.nanoTime() - begun);
    checkSize(pack.size());
    if (pack.isComplete() && pack.inflated() > settings.maxInflatedSize().toBytes()) {
      throw new PackRefusedException(
          "the pack inflates to more than "
              + settings.maxInflatedSize().toBytes()
              + " bytes, which is the limit of a pack of "
              + pack.size()
              + " bytes");
    }
    if (pack.isComplete()
        && pack.inflated() <= MAX_INFLATED
        && pack.objects() <= settings.inProcessObjects()
        && pack.largest() <= MAX_IN_PROCESS_SIZE) {
      Set<ObjectId> taken = takeInProcess(pack, quarantine);
      if (taken != null) {
        if (pack.largest() > limits.smallest()) {
          checkObjects(quarantine);
        }
        pusher.received();
        return taken;
      }
    }
    try (PackSpool spool = slow ? spool(pack, in) : null) {
      if (spool != null && spool.isComplete()) {
        pusher.received();
      }
      InputStream start = spool == null ? pack.replay() : spool.replay();
      nativeGit.take(exchange, start, in, quarantine, pusher);
    }
    checkObjects(quarantine);
    return null;
  }

  private boolean isSlow(long bytes, long nanos) {
    double perSecond = bytes * (double) NANOS_PER_SECOND / Math.max(1, nanos);
    return bytes > 0 && perSecond < spooling.slowerThan().toBytes();
  }

  private PackSpool spool(SmallPack begun, InputStream rest) throws IOException {
    PackSpool spool = PackSpool.in(homes.temporary(), spooling.minFreeDisk().toBytes());
    try {
      spool.fill(begun.replay(), rest, settings.maxSize().toBytes());
      return spool;
    } catch (IOException | RuntimeException e) {
      spool.close();
      throw e;
    }
  }

  private void checkObjects(Quarantine quarantine) throws IOException {
    try {
      limits.check(quarantine);
    } catch (ObjectTooLargeException e) {
      throw new PackRefusedException(String.valueOf(e.getMessage()));
    }
  }

  private void checkSize(long size) throws PackRefusedException {
    long most = settings.maxSize().toBytes();
    if (most > 0 && size > most) {
      throw new PackRefusedException(
          "the pack is larger than " + most + " bytes, which is the limit");
    }
  }

  private @Nullable Set<ObjectId> takeInProcess(SmallPack pack, Quarantine quarantine)
      throws IOException {
    FsckChecker checker = new FsckChecker();
    try {
      Set<ObjectId> ids = index(pack, quarantine, checker);
      if (arePlain(quarantine, checker)) {
        return ids;
      }
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      // JGit has no exception of its own for unknown versions and types, nor for wild deltas.
      LOG.debug("Native git is asked about a pack that was not taken", e);
    }
    quarantine.discard();
    return null;
  }

  private Set<ObjectId> index(SmallPack pack, Quarantine quarantine, FsckChecker checker)
      throws IOException {
    PackParser held = holding(pack, quarantine);
    if (held != null) {
      return parse(held, checker);
    }
    try (Repository repository = quarantine.open();
        ObjectInserter inserter = repository.newObjectInserter();
        InputStream bytes = pack.replay()) {
      PackParser parser = inserter.newPackParser(bytes);
      Set<ObjectId> ids = parse(parser, checker);
      inserter.flush();
      if (parser instanceof ObjectDirectoryPackParser files && files.getPack() != null) {
        // It flushes both files before it gives them their names.
        quarantine.flushed(files.getPack().getPackFile().toPath());
      }
      return ids;
    }
  }

  /** Returns a parser that keeps the pack in memory; null if the pack must go to disk. */
  private @Nullable PackParser holding(SmallPack pack, Quarantine quarantine) throws IOException {
    long unpacked = pack.inflated() + pack.bases() + (long) PER_OBJECT * pack.objects();
    return pack.size() + unpacked <= MAX_HELD && pack.largest() <= limits.smallest()
        ? quarantine.newInMemoryParser(pack.replay(), pack.size(), unpacked)
        : null;
  }

  private static Set<ObjectId> parse(PackParser parser, FsckChecker checker) throws IOException {
    parser.setAllowThin(true);
    parser.setNeedNewObjectIds(true);
    parser.setObjectChecker(checker);
    parser.setMaxObjectSizeLimit(MAX_IN_PROCESS_SIZE);
    parser.parse(NullProgressMonitor.INSTANCE);
    Set<ObjectId> ids = new HashSet<>();
    parser.getNewObjectIds().forEach(id -> ids.add(id.copy()));
    return ids;
  }

  /** A blob may precede the tree that names it. */
  private static boolean arePlain(Quarantine quarantine, FsckChecker checker) throws IOException {
    if (checker.gitmodules().isEmpty() && checker.gitattributes().isEmpty()) {
      return true;
    }
    try (Repository repository = quarantine.open();
        ObjectReader reader = repository.newObjectReader()) {
      return checker.arePlain(reader);
    }
  }
}

package org.packhouse.app.storage.pack;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.storage.objects.PackedRepository;

/**
 * The packs that an opened repository is known to have, those that it borrows included.
 *
 * <p>JGit looks at every file in the directory of packs when an object is in none of them and the
 * directory has changed within moments, which in the course of pushes it always has. Whoever may do
 * with what was true a moment ago asks here.
 */
public final class KnownPacks {

  /** How old the list of packs may be; packs of this process are in it at once. */
  private static final long FRESH = Duration.ofSeconds(5).toNanos();

  private static final String DATES = ".mtimes";

  private static final ObjectId NOWHERE = ObjectId.fromString("f".repeat(40));

  private final ObjectDirectory objects;
  private Known known = Known.of(List.of(), List.of());
  private long lookedAt = System.nanoTime() - FRESH;

  public KnownPacks(ObjectDirectory objects) {
    this.objects = objects;
  }

  /** Packs, and those of them that hold what nothing referred to when they were written. */
  private record Known(SearchedPacks kept, SearchedPacks cruft, PackListing all) {

    static Known of(List<Pack> kept, List<Pack> cruft) {
      PackListing listed = new PackListing(kept);
      PackListing all = listed;
      if (!cruft.isEmpty()) {
        List<Pack> both = new ArrayList<>(kept);
        both.addAll(cruft);
        all = new PackListing(both);
      }
      return new Known(new SearchedPacks(listed), new SearchedPacks(new PackListing(cruft)), all);
    }

    /** The same, and a pack that has just come. */
    Known with(Pack pack) {
      SearchedPacks more = kept.with(pack);
      return new Known(more, cruft, all == kept.listing() ? more.listing() : all.with(pack));
    }

    boolean hold(AnyObjectId id) throws IOException {
      return kept.hold(id) || cruft.hold(id);
    }
  }

  /** Whether the object is in a known pack, or loose. */
  boolean has(AnyObjectId id) throws IOException {
    try {
      return fresh().hold(id) || objects.fileFor(id).exists();
    } catch (IOException e) {
      // A pack was removed since; what it held is elsewhere.
      return objects.has(id);
    }
  }

  /** Whether there is a cruft pack. */
  public boolean hasCruft() throws IOException {
    return !fresh().cruft.listing().packs().isEmpty();
  }

  /** Whether the object is in a pack that is no cruft pack, or loose. */
  public boolean keeps(AnyObjectId id) throws IOException {
    SearchedPacks kept = fresh().kept;
    try {
      if (kept.hold(id)) {
        return true;
      }
    } catch (IOException e) {
      // A pack was removed since; where its objects are now, only a walk tells.
    }
    return objects.fileFor(id).exists();
  }

  /** All packs, as {@link PackedRepository#listPacks} tells of them. */
  public PackListing listed() throws IOException {
    return fresh().all;
  }

  private synchronized Known fresh() throws IOException {
    long now = System.nanoTime();
    if (now - lookedAt >= FRESH) {
      // JGit looks whether its list of packs is up to date when it misses an object.
      objects.has(NOWHERE);
      Collection<Pack> packs = objects.getPacks();
      Set<Path> dated = dated(packs);
      List<Pack> kept = new ArrayList<>();
      List<Pack> cruft = new ArrayList<>();
      for (Pack pack : packs) {
        (dated.contains(dates(pack)) ? cruft : kept).add(pack);
      }
      known = Known.of(kept, cruft);
      lookedAt = now;
    }
    return known;
  }

  /** The files in which git dates the objects of cruft packs. */
  private static Set<Path> dated(Collection<Pack> packs) throws IOException {
    Set<Path> directories = new HashSet<>();
    packs.forEach(pack -> directories.add(dates(pack).resolveSibling(".").normalize()));
    Set<Path> dated = new HashSet<>();
    for (Path directory : directories) {
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(directory, file -> file.toString().endsWith(DATES))) {
        files.forEach(dated::add);
      }
    }
    return dated;
  }

  private static Path dates(Pack pack) {
    Path file = pack.getPackFile().toPath().normalize();
    String name = file.getFileName().toString();
    return file.resolveSibling(name.substring(0, name.lastIndexOf('.')) + DATES);
  }

  /** Looks again when it is asked next. */
  public synchronized void lookAgain() {
    lookedAt = System.nanoTime() - FRESH;
  }

  /** Adds a pack that has just come. */
  public synchronized void add(Pack pack) {
    known = known.with(pack);
  }
}

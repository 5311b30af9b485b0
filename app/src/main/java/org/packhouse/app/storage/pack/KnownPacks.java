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
 * The known packs of an open repository, including borrowed ones.
 *
 * <p>On a miss JGit lists the pack directory again if that has just changed, which it always has
 * during pushes. Callers for whom slightly old knowledge suffices ask here.
 */
public final class KnownPacks {

  /** Maximum age of the list, in nanoseconds; packs of this process are added at once. */
  private static final long FRESH = Duration.ofSeconds(5).toNanos();

  private static final String DATES = ".mtimes";

  private static final ObjectId NOWHERE = ObjectId.fromString("f".repeat(40));

  private final ObjectDirectory objects;
  private Known known = Known.of(List.of(), List.of());
  private long lookedAt = System.nanoTime() - FRESH;

  public KnownPacks(ObjectDirectory objects) {
    this.objects = objects;
  }

  /** Packs, and cruft packs of objects that were unreferenced when written. */
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

    Known with(Pack pack) {
      SearchedPacks more = kept.with(pack);
      return new Known(more, cruft, all == kept.listing() ? more.listing() : all.with(pack));
    }

    boolean hold(AnyObjectId id) throws IOException {
      return kept.hold(id) || cruft.hold(id);
    }
  }

  /** Returns whether the object is loose or in a known pack. */
  boolean has(AnyObjectId id) throws IOException {
    try {
      return fresh().hold(id) || objects.fileFor(id).exists();
    } catch (IOException e) {
      // A pack was removed; its objects are elsewhere.
      return objects.has(id);
    }
  }

  public boolean hasCruft() throws IOException {
    return !fresh().cruft.listing().packs().isEmpty();
  }

  /** Returns whether the object is loose or in a pack that is no cruft pack. */
  public boolean keeps(AnyObjectId id) throws IOException {
    SearchedPacks kept = fresh().kept;
    try {
      if (kept.hold(id)) {
        return true;
      }
    } catch (IOException e) {
      // A pack was removed; only a walk would find its objects.
    }
    return objects.fileFor(id).exists();
  }

  /** Returns all packs, as {@link PackedRepository#listPacks}. */
  public PackListing listed() throws IOException {
    return fresh().all;
  }

  private synchronized Known fresh() throws IOException {
    long now = System.nanoTime();
    if (now - lookedAt >= FRESH) {
      // A miss makes JGit check its list of packs.
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

  /** Returns git's files with times of objects in cruft packs. */
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

  /** Makes the next call list the packs. */
  public synchronized void lookAgain() {
    lookedAt = System.nanoTime() - FRESH;
  }

  public synchronized void add(Pack pack) {
    known = known.with(pack);
  }
}

package org.packhouse.app.storage.pack;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eclipse.jgit.internal.storage.file.Pack;

/** Packs in the order in which JGit searches them, latest first. */
public final class PackListing {

  private static final long UNKNOWN = -1;

  private final List<Pack> packs;
  private volatile long bytes;

  PackListing(List<Pack> packs) {
    this(List.copyOf(packs), UNKNOWN);
  }

  private PackListing(List<Pack> packs, long bytes) {
    this.packs = packs;
    this.bytes = bytes;
  }

  PackListing with(Pack pack) {
    List<Pack> more = new ArrayList<>(packs.size() + 1);
    more.add(pack);
    more.addAll(packs);
    long before = bytes;
    return new PackListing(
        Collections.unmodifiableList(more),
        before == UNKNOWN ? UNKNOWN : before + pack.getPackFile().length());
  }

  public List<Pack> packs() {
    return packs;
  }

  /** Returns the total size, read once. */
  public long bytes() {
    long known = bytes;
    if (known == UNKNOWN) {
      known = 0;
      for (Pack pack : packs) {
        known += pack.getPackFile().length();
      }
      bytes = known;
    }
    return known;
  }
}

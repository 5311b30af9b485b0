package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.util.Collection;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackBitmapIndex;
import org.jspecify.annotations.Nullable;

/**
 * A pack with bitmaps, which therefore has all that its objects refer to.
 *
 * @param pack the pack
 * @param bitmaps which of its objects are reached from some of its commits
 */
record BitmappedPack(Pack pack, PackBitmapIndex bitmaps) {

  /**
   * Finds the latest of several packs.
   *
   * @return null if none has bitmaps
   * @throws IOException if they cannot be read
   */
  static @Nullable BitmappedPack latestOf(Collection<Pack> packs) throws IOException {
    PackCalls calls = PackCalls.found();
    if (calls != null) {
      for (Pack pack : packs) {
        PackBitmapIndex bitmaps = calls.bitmaps(pack);
        if (bitmaps != null) {
          return new BitmappedPack(pack, bitmaps);
        }
      }
    }
    return null;
  }
}

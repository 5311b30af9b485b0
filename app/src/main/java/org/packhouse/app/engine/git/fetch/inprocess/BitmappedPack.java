package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.util.Collection;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackBitmapIndex;
import org.jspecify.annotations.Nullable;

/** A pack with bitmaps, which therefore is closed under reachability. */
record BitmappedPack(Pack pack, PackBitmapIndex bitmaps) {

  /** Returns the latest of several packs with bitmaps; null if there is none. */
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

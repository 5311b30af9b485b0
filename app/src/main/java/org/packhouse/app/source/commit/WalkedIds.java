package org.packhouse.app.source.commit;

import java.util.Arrays;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/** A list of commit ids, 20 bytes each. */
final class WalkedIds {

  private static final int LENGTH = Constants.OBJECT_ID_LENGTH;

  private byte[] ids = new byte[32 * LENGTH];
  private int count;
  private boolean all;

  void add(AnyObjectId id) {
    if ((count + 1) * LENGTH > ids.length) {
      ids = Arrays.copyOf(ids, ids.length * 2);
    }
    id.copyRawTo(ids, count++ * LENGTH);
  }

  void complete() {
    all = true;
  }

  boolean isAll() {
    return all;
  }

  int count() {
    return count;
  }

  int bytes() {
    return ids.length + 200;
  }

  ObjectId get(int index) {
    return ObjectId.fromRaw(ids, index * LENGTH);
  }
}

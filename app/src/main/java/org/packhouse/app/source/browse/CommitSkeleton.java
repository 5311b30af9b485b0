package org.packhouse.app.source.browse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.util.RawParseUtils;

/** Reduces commits to tree, parents and time: JGit's blame keeps each in memory. */
final class CommitSkeleton {

  private static final int TREE_LINE = "tree ".length() + Constants.OBJECT_ID_STRING_LENGTH + 1;
  private static final int PARENT_LINE = "parent ".length() + Constants.OBJECT_ID_STRING_LENGTH + 1;
  private static final byte[] PARENT = "parent ".getBytes(US_ASCII);
  private static final byte[] COMMITTER = "committer <".getBytes(US_ASCII);

  /** Bytes of a time and a zone, with a margin. */
  private static final int MAX_TIME = 64;

  private CommitSkeleton() {}

  /** Reduces a stored commit; a malformed one is returned as it is, for JGit to reject. */
  static ObjectLoader of(byte[] raw) {
    int parents = TREE_LINE;
    while (RawParseUtils.match(raw, parents, PARENT) >= 0) {
      parents += PARENT_LINE;
    }
    if (parents > raw.length) {
      return new ObjectLoader.SmallObject(Constants.OBJ_COMMIT, raw);
    }
    ByteArrayOutputStream skeleton = new ByteArrayOutputStream(parents + MAX_TIME);
    skeleton.write(raw, 0, parents);
    int committer = RawParseUtils.committer(raw, parents);
    if (committer >= 0) {
      int time = RawParseUtils.nextLF(raw, committer, '>') - 1;
      int end = Math.min(RawParseUtils.nextLF(raw, time), time + MAX_TIME);
      skeleton.writeBytes(COMMITTER);
      skeleton.write(raw, time, end - time);
    }
    skeleton.write('\n');
    return new ObjectLoader.SmallObject(Constants.OBJ_COMMIT, skeleton.toByteArray());
  }
}

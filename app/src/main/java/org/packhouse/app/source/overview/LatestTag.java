package org.packhouse.app.source.overview;

import java.io.IOException;
import java.util.Optional;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;

/** Finds the tag of the latest commit; of several tags the last in order. */
final class LatestTag {

  private static final int MAX_TAGS = 20_000;

  private LatestTag() {}

  static Optional<String> of(OpenRepository open) throws IOException {
    String latest = null;
    int time = Integer.MIN_VALUE;
    try (HistoryWalk walk = open.newHistoryWalk()) {
      int read = 0;
      for (RefSnapshot.Entry tag : open.refs().in(Constants.R_TAGS)) {
        if (++read > MAX_TAGS) {
          break;
        }
        ObjectId peeled = tag.peeled();
        try {
          int when = walk.parseCommit(peeled == null ? tag.id() : peeled).getCommitTime();
          if (when >= time) {
            time = when;
            latest = tag.name().substring(Constants.R_TAGS.length());
          }
        } catch (IncorrectObjectTypeException | MissingObjectException e) {
          // A tag of a file or a directory has no time.
        }
      }
    }
    return Optional.ofNullable(latest);
  }
}

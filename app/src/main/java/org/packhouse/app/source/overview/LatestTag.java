package org.packhouse.app.source.overview;

import com.github.benmanes.caffeine.cache.Cache;
import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.source.overview.CountLimits.ExceededException;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;

/** Finds the tag of the latest commit; of several tags the last in order. */
final class LatestTag {

  private static final int MAX_TAGS = 20_000;
  private static final int REMEMBERED = 50_000;

  /** Before all times: what a tag leads to is no commit, or not there. */
  private static final int NO_TIME = Integer.MIN_VALUE;

  /** Commit times in seconds, by the object that a tag leads to. */
  private final Cache<ObjectId, Integer> times;

  LatestTag(Caches caches) {
    times = caches.build("tag-times", "Times of tagged commits", REMEMBERED);
  }

  @Nullable String of(RefSnapshot refs, ObjectReader reader, CountLimits limits)
      throws IOException, ExceededException {
    List<RefSnapshot.Entry> tags = refs.in(Constants.R_TAGS);
    RefSnapshot.Entry latest = null;
    int latestTime = NO_TIME + 1;
    int read = 0;
    for (RefSnapshot.Entry tag : tags.subList(0, Math.min(tags.size(), MAX_TAGS))) {
      ObjectId peeled = tag.peeled();
      ObjectId id = peeled == null ? tag.id() : peeled;
      Integer time = times.getIfPresent(id);
      if (time == null) {
        CountLimits.require(++read, limits.commits());
        time = time(reader, id);
      }
      if (time >= latestTime) {
        latestTime = time;
        latest = tag;
      }
    }
    return latest == null ? null : latest.name().substring(Constants.R_TAGS.length());
  }

  private int time(ObjectReader reader, ObjectId id) throws IOException {
    int time = NO_TIME;
    try {
      time = new HistoryWalk(reader).parseCommit(id).getCommitTime();
    } catch (IncorrectObjectTypeException e) {
      // A tag of a file or a directory.
    } catch (MissingObjectException e) {
      return NO_TIME;
    }
    times.put(id, time);
    return time;
  }
}

package org.packhouse.app.review.pullrequest.diff;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.Optional;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.MergeBases;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Component;

/**
 * Finds the commits between which a pull request changes something: from where the histories
 * parted. That is remembered by the ids of both tips, so it is never wrong.
 */
@Component
public class EffectiveDiff {

  private static final int REMEMBERED = 20_000;

  private final MergeBases bases;
  private final Cache<Tips, Optional<String>> remembered =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();

  EffectiveDiff(MergeBases bases) {
    this.bases = bases;
  }

  private record Tips(long repositoryId, String from, String to) {}

  /** What the pull request changes; of unrelated histories all that its source has. */
  public CommitRange of(OpenRepository open, PullRequest pullRequest) throws IOException {
    String from = pullRequest.from().commit();
    return new CommitRange(base(open, pullRequest.to().commit(), from).orElse(null), from);
  }

  /** Where the histories of two commits parted; of several such commits, one. */
  public Optional<String> base(OpenRepository open, String to, String from) throws IOException {
    Tips tips = new Tips(open.id(), from, to);
    Optional<String> known = remembered.getIfPresent(tips);
    if (known == null) {
      known = bases.find(open, to, from).map(Commit::id);
      remembered.put(tips, known);
    }
    return known;
  }
}

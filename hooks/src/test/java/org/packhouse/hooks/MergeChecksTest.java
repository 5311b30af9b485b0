package org.packhouse.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;

class MergeChecksTest {

  private record Fixed(int order, List<Veto> vetoes) implements MergeCheck {
    @Override
    public List<Veto> check(PullRequestMerge merge) {
      return vetoes;
    }
  }

  private static MergeCheck check(int order, String... summaries) {
    return new Fixed(
        order,
        List.of(summaries).stream()
            .map(it -> new MergeCheck.Veto(it, "Says " + it + "."))
            .toList());
  }

  @Test
  void tellsEveryVetoInTheOrderOfTheChecks() {
    ObjectId tip = ObjectId.fromString("1".repeat(40));
    PullRequestMerge merge =
        new PullRequestMerge(
            1,
            new PullRequestMerge.Side(new RepositoryId(1), "refs/heads/topic", tip),
            new PullRequestMerge.Side(new RepositoryId(2), "refs/heads/main", tip),
            new Actor(1L, "ada"));
    MergeChecks checks =
        new MergeChecks(List.of(check(5, "late"), check(0), check(1, "early", "second")));
    assertThat(checks.vetoes(merge))
        .extracting(MergeCheck.Veto::summary)
        .containsExactly("early", "second", "late");
  }
}

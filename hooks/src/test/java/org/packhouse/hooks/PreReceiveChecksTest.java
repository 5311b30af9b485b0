package org.packhouse.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.internal.storage.dfs.DfsRepositoryDescription;
import org.eclipse.jgit.internal.storage.dfs.InMemoryRepository;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;

class PreReceiveChecksTest {

  private static final ObjectId ONE = ObjectId.fromString("1".repeat(40));

  private final List<String> seen = new ArrayList<>();

  private PreReceiveCheck check(String name, int order, String... refused) {
    return new PreReceiveCheck() {
      @Override
      public List<Refusal> check(Push push) {
        push.changes().forEach(change -> seen.add(name + ":" + change.refName()));
        List<String> refs = push.changes().stream().map(RefChange::refName).toList();
        return List.of(refused).stream()
            .filter(refs::contains)
            .map(ref -> new Refusal(ref, name, List.of("because of " + name)))
            .toList();
      }

      @Override
      public int order() {
        return order;
      }
    };
  }

  private List<String> refusals(PreReceiveCheck... checks) {
    List<RefChange> changes =
        List.of(
            new RefChange("refs/heads/a", ObjectId.zeroId(), ONE),
            new RefChange("refs/heads/b", ONE, ObjectId.zeroId()));
    try (InMemoryRepository objects =
        new InMemoryRepository(new DfsRepositoryDescription("test"))) {
      RefRequest request = RefRequest.of(1, new Actor(1L, "ada"), RefCause.PUSH, changes);
      Push push = new Push(request, objects, null);
      return new PreReceiveChecks(List.of(checks))
          .refusals(push).stream()
              .map(refusal -> refusal.refName() + " " + refusal.reason())
              .toList();
    }
  }

  @Test
  void asksEachCheckInOrderAboutWhatIsLeft() {
    assertThat(
            refusals(
                check("late", 5, "refs/heads/a", "refs/heads/b"),
                check("early", 1, "refs/heads/a")))
        .containsExactly("refs/heads/a early", "refs/heads/b late");
    assertThat(seen)
        .containsExactly("early:refs/heads/a", "early:refs/heads/b", "late:refs/heads/b");
  }

  @Test
  void asksNobodyOnceAllIsRefused() {
    assertThat(refusals(check("all", 1, "refs/heads/a", "refs/heads/b"), check("never", 2)))
        .hasSize(2);
    assertThat(seen).noneMatch(line -> line.startsWith("never"));
  }

  @Test
  void letsThroughWhatNobodyRefuses() {
    assertThat(refusals(check("one", 1), check("two", 2))).isEmpty();
    assertThat(refusals()).isEmpty();
  }
}

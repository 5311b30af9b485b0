package org.packhouse.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;

class RefRulesTest {

  private static final ObjectId ONE = ObjectId.fromString("1".repeat(40));

  private final List<String> seen = new ArrayList<>();

  private record Refusing(String name, int order, List<String> refs, List<String> seen)
      implements RefRule {
    @Override
    public List<Refusal> check(RefRequest request) {
      request.changes().forEach(change -> seen.add(name + ":" + change.refName()));
      return refs.stream().map(ref -> new Refusal(ref, name, List.of())).toList();
    }
  }

  private RefRule rule(String name, int order, String... refused) {
    return new Refusing(name, order, List.of(refused), seen);
  }

  private List<String> refusals(RefRule... rules) {
    List<RefChange> changes =
        List.of(
            new RefChange("refs/heads/a", ObjectId.zeroId(), ONE),
            new RefChange("refs/heads/b", ONE, ObjectId.zeroId()));
    RefRequest request = RefRequest.of(1, new Actor(1L, "ada"), RefCause.PUSH, changes);
    return new RefRules(List.of(rules))
        .refusals(request).stream()
            .map(refusal -> refusal.refName() + " " + refusal.reason())
            .toList();
  }

  @Test
  void asksEachRuleInOrderAboutWhatIsLeft() {
    assertThat(
            refusals(
                rule("late", 5, "refs/heads/a", "refs/heads/b"), rule("early", 1, "refs/heads/a")))
        .containsExactly("refs/heads/a early", "refs/heads/b late");
    assertThat(seen)
        .containsExactly("early:refs/heads/a", "early:refs/heads/b", "late:refs/heads/b");
  }

  @Test
  void asksNobodyOnceAllIsRefused() {
    assertThat(refusals(rule("all", 1, "refs/heads/a", "refs/heads/b"), rule("never", 2)))
        .hasSize(2);
    assertThat(seen).noneMatch(line -> line.startsWith("never"));
  }
}

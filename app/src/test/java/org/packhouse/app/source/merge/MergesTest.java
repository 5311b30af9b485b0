package org.packhouse.app.source.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;

class MergesTest {

  private static final PersonIdent ADA =
      new PersonIdent("Ada", "ada@example.org", Instant.EPOCH, ZoneOffset.UTC);

  @TempDir private Path temporary;
  private ForkKit kit;
  private String base;

  @BeforeEach
  void makeRepository() {
    kit = new ForkKit(temporary);
    base = kit.push("main", "0");
  }

  private MergePlace place() throws IOException {
    return kit.server.get(MergePlaces.class).open(kit.origin.id(), "ada");
  }

  private ObjectId branch(String name, String... files) {
    kit.work.git("checkout", "--quiet", "--detach", base);
    for (String file : files) {
      kit.work.commit(file, name);
    }
    kit.work.git("push", "--quiet", "origin", "HEAD:refs/heads/" + name);
    return ObjectId.fromString(kit.work.git("rev-parse", "HEAD"));
  }

  private MergeOutcome merge(MergePlace place, ObjectId ours, ObjectId theirs) throws IOException {
    return kit.server.get(Merges.class).merge(place, ours, theirs, ADA, "Merge");
  }

  @Test
  void namesEveryFileThatConflicts() throws IOException {
    ObjectId ours = branch("ours", "a", "gr\u00fc\u00df \"e\"", "mine");
    ObjectId theirs = branch("theirs", "a", "gr\u00fc\u00df \"e\"", "yours");
    try (MergePlace place = place()) {
      assertThat(merge(place, ours, theirs))
          .isEqualTo(new MergeOutcome.Conflicting(theirs, List.of("a", "gr\u00fc\u00df \"e\"")));
      assertThat(kit.server.get(Rebases.class).rebase(place, ours, theirs, ADA))
          .isInstanceOfSatisfying(
              MergeOutcome.Conflicting.class,
              conflict -> assertThat(conflict.files()).containsExactly("a"));
    }
  }

  @Test
  void saysWhyGitDoesNotTry() throws IOException {
    ObjectId ours = branch("ours", "a");
    kit.work.git("checkout", "--quiet", "--orphan", "apart");
    kit.work.commit("b", "apart");
    kit.work.git("push", "--quiet", "origin", "HEAD:refs/heads/apart");
    ObjectId apart = ObjectId.fromString(kit.work.git("rev-parse", "HEAD"));
    try (MergePlace place = place()) {
      assertThat(merge(place, ours, apart))
          .isInstanceOfSatisfying(
              MergeOutcome.Impossible.class,
              impossible -> assertThat(impossible.reason()).contains("unrelated histories"));
    }
  }

  @Test
  void leavesTheQuarantineAsOnePackWithTheRefThatIsMoved() throws IOException {
    ObjectId ours = branch("ours", "a");
    ObjectId theirs = branch("theirs", "b");
    try (MergePlace place = place()) {
      MergeOutcome outcome = merge(place, ours, theirs);
      assertThat(outcome).isInstanceOf(MergeOutcome.Made.class);
      ObjectId tip = ((MergeOutcome.Made) outcome).tip();
      long before = packs();
      kit.server
          .get(RefUpdates.class)
          .move(
              RefUpdates.Update.all(
                  RefRequest.of(
                      kit.origin.id(),
                      new Actor(null, "ada"),
                      RefCause.EDIT,
                      List.of(new RefChange("refs/heads/ours", ours, tip)))),
              place.quarantine());
      assertThat(packs()).isEqualTo(before + 1);
      assertThat(kit.git(kit.origin).git("ls-tree", "--name-only", "ours")).isEqualTo("a\nb\nfile");
      try (var repository = kit.server.get(RepositoryDirectories.class).open(kit.origin.id())) {
        assertThat(Merges.isFastForward(repository, ours, tip)).isTrue();
        assertThat(Merges.isFastForward(repository, tip, ours)).isFalse();
        assertThat(Merges.isFastForward(repository, ours, theirs)).isFalse();
      }
    }
    kit.assertSound(kit.origin);
  }

  private long packs() throws IOException {
    try (Stream<Path> files = Files.list(kit.directory(kit.origin).resolve("objects/pack"))) {
      return files.filter(file -> file.toString().endsWith(".pack")).count();
    }
  }
}

package org.packhouse.app.source.browse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.eclipse.jgit.revwalk.RevCommit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitSkeletonTest {

  private static final String TREE = "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n";
  private static final String PARENT = "parent 1111111111111111111111111111111111111111\n";
  private static final String OTHER = "parent 2222222222222222222222222222222222222222\n";
  private static final String AUTHOR = "author A U Thor <a@b> 1750000000 +0200\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        TREE + AUTHOR + "committer C <c@d> 1750000001 +0200\n\nText\n",
        TREE + PARENT + OTHER + AUTHOR + "committer C <c@d> 1750000001 +0200\n\nText\n",
        TREE + PARENT + AUTHOR + "committer C <c@d>> 1750000001 +0200\nencoding x\n\nText\n",
        TREE + PARENT + "committer <> 5 +0000\n" + AUTHOR + "\n",
        TREE + PARENT + AUTHOR + "committer C c@d 5 +0000\n\n",
        TREE + PARENT + AUTHOR + "committer C <c@d> 99999999999999999999 +0000\n\n",
        TREE + PARENT + AUTHOR + "committer C <c@d>",
        TREE + PARENT + AUTHOR + "committer ",
        TREE + PARENT + AUTHOR,
        TREE + PARENT + "\nText\n"
      })
  void hasTheTreeTheParentsAndTheTime(String text) throws Exception {
    byte[] raw = text.getBytes(StandardCharsets.US_ASCII);
    RevCommit whole = RevCommit.parse(raw);
    RevCommit skeleton = RevCommit.parse(CommitSkeleton.of(raw).getCachedBytes());
    assertThat(skeleton.getTree()).isEqualTo(whole.getTree());
    assertThat(skeleton.getParents()).isEqualTo(whole.getParents());
    assertThat(skeleton.getCommitTime()).isEqualTo(whole.getCommitTime());
  }

  @Test
  void isShort() {
    String long0 = "x".repeat(1 << 20);
    String text =
        TREE
            + PARENT
            + "author %s <a@b> 5 +0000\ncommitter %s <%s> 7 +0000%s\n\n%s"
                .formatted(long0, long0, long0, long0, long0);
    byte[] skeleton = CommitSkeleton.of(text.getBytes(StandardCharsets.US_ASCII)).getCachedBytes();
    assertThat(skeleton).hasSizeLessThan(300);
    assertThat(new String(skeleton, StandardCharsets.US_ASCII))
        .startsWith(TREE + PARENT + "committer <> 7 +0000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tree", "tree 4b825dc642cb6eb9", "object 4b825dc6\n", "\n"})
  void leavesWhatIsNoCommitToOthers(String text) {
    byte[] raw = text.getBytes(StandardCharsets.US_ASCII);
    assertThat(CommitSkeleton.of(raw).getCachedBytes()).isEqualTo(raw);
  }
}

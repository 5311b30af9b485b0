package org.packhouse.app.source.merge;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.engine.git.RawPush.BLOB;
import static org.packhouse.app.engine.git.RawPush.REF_DELTA;
import static org.packhouse.app.engine.git.RawPush.delta;
import static org.packhouse.app.engine.git.RawPush.entry;
import static org.packhouse.app.engine.git.RawPush.id;
import static org.packhouse.app.engine.git.RawPush.insert;
import static org.packhouse.app.engine.git.RawPush.pack;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.packhouse.app.source.merge.Conflicts.ConflictedFile.State;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

class ConflictsTest {

  private static final byte[] NO_BASE = new byte[0];
  private static final int LARGE = 60 << 20;

  private final TestingServer server = TestingServer.shared();

  /** What a client has pushed so is never read by holding what it is made from. */
  @Test
  void showsFilesThatAreStoredAsDeltasOfSomethingLarge() throws IOException {
    RefsKit kit = new RefsKit(server);
    GitFixture bare =
        GitFixture.in(server.get(RepositoryStorage.class).directory(kit.repositoryId));
    ObjectId base = commit(bare, "one\n");
    ObjectId ours = commit(bare, "ours\n", base);
    ObjectId theirs = commit(bare, "theirs\n", base);

    try (MergePlace place = server.get(MergePlaces.class).open(kit.repositoryId, "ada")) {
      long before = allocated();
      Conflicts.Found found = server.get(Conflicts.class).of(place, ours, theirs);
      assertThat(allocated() - before).isLessThan(LARGE / 2);

      assertThat(found.files())
          .singleElement()
          .satisfies(file -> {
            assertThat(file.state()).isEqualTo(State.LINES);
            assertThat(file.hunks())
                .singleElement()
                .satisfies(hunk -> {
                  assertThat(hunk.ours()).containsExactly("ours");
                  assertThat(hunk.theirs()).containsExactly("theirs");
                });
          });
    }
  }

  /** Bytes of heap that this thread has asked for. */
  private static long allocated() {
    return ManagementFactory.getPlatformMXBean(ThreadMXBean.class).getCurrentThreadAllocatedBytes();
  }

  /** A commit of a file whose blob is a delta of 60 MB. */
  private static ObjectId commit(GitFixture bare, String content, ObjectId... parents) {
    byte[] base = new byte[LARGE];
    byte[] text = content.getBytes(US_ASCII);
    byte[] pack =
        pack(
            entry(BLOB, NO_BASE, base),
            entry(
                REF_DELTA,
                HexFormat.of().parseHex(id("blob", base)),
                delta(base.length, text.length, insert(text))));
    succeed(bare, pack, "index-pack", "--stdin");
    String entry = "100644 blob %s\tfile\n".formatted(id("blob", text));
    String tree = succeed(bare, entry.getBytes(US_ASCII), "mktree");
    String commit =
        parents.length == 0
            ? succeed(bare, content.getBytes(US_ASCII), "commit-tree", tree)
            : succeed(
                bare, content.getBytes(US_ASCII), "commit-tree", "-p", parents[0].name(), tree);
    return ObjectId.fromString(commit);
  }

  private static String succeed(GitFixture bare, byte[] input, String... command) {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(command));
    GitFixture.Result result = bare.execute(line, input);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return result.output().strip();
  }
}

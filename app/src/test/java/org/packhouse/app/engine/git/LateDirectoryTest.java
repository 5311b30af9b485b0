package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.engine.git.RawPush.BLOB;
import static org.packhouse.app.engine.git.RawPush.COMMIT;
import static org.packhouse.app.engine.git.RawPush.NOTHING;
import static org.packhouse.app.engine.git.RawPush.TREE;
import static org.packhouse.app.engine.git.RawPush.ascii;
import static org.packhouse.app.engine.git.RawPush.commit;
import static org.packhouse.app.engine.git.RawPush.entry;
import static org.packhouse.app.engine.git.RawPush.id;
import static org.packhouse.app.engine.git.RawPush.join;
import static org.packhouse.app.engine.git.RawPush.pack;
import static org.packhouse.app.engine.git.RawPush.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.TestingServer;

/** Pushes while the directory of packs looks as it did before another node put a pack there. */
class LateDirectoryTest {

  private static final byte[] NO_BASE = new byte[0];
  private static final String REF = "refs/heads/main";
  private static final byte[] CONTENT = ascii("content");

  @TempDir private Path directory;
  private final FileTime longAgo =
      FileTime.from(Instant.now().minus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS));
  private final TestingServer server = TestingServer.shared();
  private Pushing pushing;

  @BeforeEach
  void makeRepository() {
    pushing = new Pushing(server, directory);
  }

  @Test
  void takesACommitWhoseFilesHaveJustComeThroughAnotherNode() throws IOException {
    byte[] tree = join(ascii("100644 file\0"), HexFormat.of().parseHex(id("blob", CONTENT)));
    byte[] commit = commit(id("tree", tree));
    byte[] push = request(NOTHING, id("commit", commit), REF, pack(entry(COMMIT, NO_BASE, commit)));
    lookAsBefore();
    assertThat(RawPush.send(server, pushing.path(), push))
        .contains("ng " + REF + " missing necessary objects");
    bringThroughAnotherNode(pack(entry(BLOB, NO_BASE, CONTENT), entry(TREE, NO_BASE, tree)));
    lookAsBefore();
    assertThat(RawPush.send(server, pushing.path(), push)).contains("unpack ok", "ok " + REF);
    assertThat(pushing.bare().git("fsck", "--full", "--strict")).isEmpty();
  }

  /** As a client of a file server sees it that remembers for a while how directories look. */
  private void lookAsBefore() throws IOException {
    Files.setLastModifiedTime(pushing.bare().directory().resolve("objects/pack"), longAgo);
  }

  private void bringThroughAnotherNode(byte[] pack) {
    assertThat(pushing.bare().execute(List.of("git", "index-pack", "--stdin"), pack).exitCode())
        .isZero();
  }
}

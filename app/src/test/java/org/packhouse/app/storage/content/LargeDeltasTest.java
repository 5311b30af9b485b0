package org.packhouse.app.storage.content;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.engine.git.RawPush.BLOB;
import static org.packhouse.app.engine.git.RawPush.REF_DELTA;
import static org.packhouse.app.engine.git.RawPush.delta;
import static org.packhouse.app.engine.git.RawPush.entry;
import static org.packhouse.app.engine.git.RawPush.id;
import static org.packhouse.app.engine.git.RawPush.insert;
import static org.packhouse.app.engine.git.RawPush.pack;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.ObjectStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

class LargeDeltasTest {

  private static final byte[] NO_BASE = new byte[0];
  private static final int LARGE = 60 << 20;

  private final TestingServer server = TestingServer.shared();
  private RefsKit kit;

  @BeforeEach
  void makeRepository() throws IOException {
    kit = new RefsKit(server);
  }

  @Test
  void readsByNativeGitWhatIsMadeFromSomethingLarge() throws IOException {
    byte[] base = new byte[LARGE];
    String made = store(base, "a small file");

    assertReads(made, "a small file", true);
  }

  @Test
  void readsByNativeGitWhatWasLargeOnItsWay() throws IOException {
    byte[] base = new byte[1 << 16];
    byte[] grown = new byte[LARGE];
    byte[] growing = delta(base.length, grown.length, copies(LARGE >> 16));
    byte[] text = "small again".getBytes(US_ASCII);
    index(
        pack(
            entry(BLOB, NO_BASE, base),
            entry(REF_DELTA, HexFormat.of().parseHex(id("blob", base)), growing),
            entry(
                REF_DELTA,
                HexFormat.of().parseHex(id("blob", grown)),
                delta(grown.length, text.length, insert(text)))));

    assertReads(id("blob", text), "small again", true);
  }

  @Test
  void readsOtherDeltasItself() throws IOException {
    assertReads(store(new byte[1000], "a file"), "a file", false);
  }

  private void assertReads(String blob, String text, boolean isLarge) throws IOException {
    try (OpenRepository open = server.get(OpenRepositories.class).open(kit.repositoryId);
        ObjectReader reader = open.newObjectReader()) {
      ObjectLoader loader = reader.open(ObjectId.fromString(blob), Constants.OBJ_BLOB);
      assertThat(loader.isLarge()).isEqualTo(isLarge);
      assertThat(loader.getSize()).isEqualTo(text.length());
      assertThat(loader.getCachedBytes(1000)).asString(US_ASCII).isEqualTo(text);
      try (ObjectStream stream = loader.openStream()) {
        assertThat(stream.readAllBytes()).asString(US_ASCII).isEqualTo(text);
      }
      FileContent content = server.get(Blobs.class).read(open, blob, 1000);
      assertThat(content).isInstanceOf(FileContent.Text.class);
    }
  }

  /** Stores a text as a delta. */
  private String store(byte[] base, String content) {
    byte[] text = content.getBytes(US_ASCII);
    index(
        pack(
            entry(BLOB, NO_BASE, base),
            entry(
                REF_DELTA,
                HexFormat.of().parseHex(id("blob", base)),
                delta(base.length, text.length, insert(text)))));
    return id("blob", text);
  }

  private void index(byte[] pack) {
    GitFixture bare =
        GitFixture.in(server.get(RepositoryStorage.class).directory(kit.repositoryId));
    GitFixture.Result result = bare.execute(List.of("git", "index-pack", "--stdin"), pack);
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  /** Copies the first 64 KB, as which no size at all counts. */
  private static byte[] copies(int times) {
    byte[] copies = new byte[times];
    java.util.Arrays.fill(copies, (byte) 0x80);
    return copies;
  }
}

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
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.TestingServer;

/** Pushes of an object of whose name there is one already. */
class ObjectCollisionTest {

  private static final byte[] NO_BASE = new byte[0];
  private static final String REF = "refs/heads/main";
  private static final byte[] GOOD = ascii("good");

  @TempDir private Path directory;
  private final TestingServer server = TestingServer.shared();
  private Pushing pushing;

  @BeforeEach
  void makeRepository() {
    pushing = new Pushing(server, directory);
  }

  @Test
  void refusesAnObjectThatDiffersFromTheOneOfItsName() throws IOException {
    store(ascii("evil"));
    assertThat(push()).contains("SHA1 COLLISION FOUND", "ng " + REF + " unpacker error");
    assertThat(pushing.bare().git("for-each-ref")).isEmpty();
  }

  @Test
  void takesAnObjectThatIsThereAlready() throws IOException {
    store(GOOD);
    assertThat(push()).contains("unpack ok", "ok " + REF);
    assertThat(pushing.bare().git("fsck", "--full")).isEmpty();
  }

  /** Puts something in the place of the good object. */
  private void store(byte[] content) throws IOException {
    String name = id("blob", GOOD);
    Path file =
        server
            .get(RepositoryStorage.class)
            .directory(pushing.id())
            .resolve("objects/" + name.substring(0, 2) + "/" + name.substring(2));
    Files.createDirectories(file.getParent());
    try (OutputStream out = new DeflaterOutputStream(Files.newOutputStream(file))) {
      out.write(ascii("blob " + content.length + "\0"));
      out.write(content);
    }
  }

  private String push() {
    byte[] tree = join(ascii("100644 file\0"), HexFormat.of().parseHex(id("blob", GOOD)));
    byte[] commit = commit(id("tree", tree));
    byte[] pack =
        pack(
            entry(BLOB, NO_BASE, GOOD), entry(TREE, NO_BASE, tree), entry(COMMIT, NO_BASE, commit));
    return RawPush.send(server, pushing.path(), request(NOTHING, id("commit", commit), REF, pack));
  }
}

package org.packhouse.app.storage.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.storage.pack.KnownPacks.SearchedPacks;

class SearchedPacksTest {

  private static final int MANY = 40;
  private static final ObjectId ABSENT = ObjectId.fromString("e".repeat(40));

  @TempDir private Path directory;
  private FileRepository repository;
  private ObjectDirectory objects;
  private int searched;

  @BeforeEach
  void makeARepository() throws IOException {
    repository = new FileRepository(directory.resolve("bare.git").toFile());
    repository.create(true);
    objects = repository.getObjectDatabase();
  }

  @AfterEach
  void closeTheRepository() {
    repository.close();
  }

  /** A pack that counts the searches in it. */
  private final class Counted extends Pack {

    Counted(File file) {
      super(repository.getConfig(), file, null);
    }

    @Override
    public boolean hasObject(AnyObjectId id) throws IOException {
      searched++;
      return super.hasObject(id);
    }
  }

  private Counted pack(int first, int count) throws IOException {
    List<File> before = files();
    try (ObjectInserter inserter = objects.newPackInserter()) {
      for (int i = first; i < first + count; i++) {
        inserter.insert(Constants.OBJ_BLOB, content(i));
      }
      inserter.flush();
    }
    List<File> now = files();
    now.removeAll(before);
    return new Counted(now.getFirst());
  }

  private List<File> files() {
    return new ArrayList<>(
        List.of(objects.getPackDirectory().listFiles((_, name) -> name.endsWith(".pack"))));
  }

  private static byte[] content(int number) {
    return ("content " + number).getBytes(StandardCharsets.UTF_8);
  }

  private static ObjectId id(int number) {
    return new ObjectInserter.Formatter().idFor(Constants.OBJ_BLOB, content(number));
  }

  private List<Pack> many() throws IOException {
    List<Pack> packs = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      packs.add(pack(i * 3, 3));
    }
    return packs;
  }

  private long searches(SearchedPacks packs, ObjectId id, boolean held) throws IOException {
    searched = 0;
    assertThat(packs.hold(id)).isEqualTo(held);
    return searched;
  }

  @Test
  void searchesNoSmallPackWhereThereAreMany() throws IOException {
    List<Pack> all = many();
    Pack large = pack(1000, 200);
    all.add(large);
    SearchedPacks packs = new SearchedPacks(new PackListing(all));
    assertThat(searches(packs, ABSENT, false)).isOne();
    assertThat(searches(packs, id(3 * MANY - 1), true)).isZero();
    assertThat(searches(packs, id(1100), true)).isOne();
    assertThat(packs.listing().packs()).isEqualTo(all);
  }

  @Test
  void findsWhatPacksHoldThatHaveComeSince() throws IOException {
    SearchedPacks packs = new SearchedPacks(new PackListing(List.of()));
    assertThat(searches(packs, ABSENT, false)).isZero();
    for (int i = 0; i < MANY; i++) {
      packs = packs.with(pack(i * 3, 3));
      assertThat(searches(packs, id(i * 3), true)).isLessThanOrEqualTo(i + 1L);
      assertThat(searches(packs, id(i * 3 + 3), false)).isLessThanOrEqualTo(16);
    }
    packs = packs.with(pack(1000, 200));
    assertThat(searches(packs, id(1199), true)).isOne();
    assertThat(searches(packs, ABSENT, false)).isOne();
    for (int i = 0; i < 3 * MANY; i++) {
      assertThat(packs.hold(id(i))).isTrue();
    }
    assertThat(packs.listing().packs()).hasSize(MANY + 1);
  }

  @Test
  void saysThatAPackCannotBeReadWhoseObjectsItDoesNotKnow() throws IOException {
    List<Pack> all = many();
    Pack removed = pack(2000, 3);
    all.add(removed);
    String name = removed.getPackFile().getPath();
    Files.delete(Path.of(name.substring(0, name.lastIndexOf('.')) + ".idx"));
    SearchedPacks packs = new SearchedPacks(new PackListing(all));
    assertThat(packs.hold(id(0))).isTrue();
    assertThatThrownBy(() -> packs.hold(id(2000))).isInstanceOf(IOException.class);
  }

  @Test
  void addsAPackToWhatJGitListsOnce() throws IOException {
    assertThat(PackArrivals.areKnown()).isTrue();
    List<Pack> all = many();
    objects.close();
    assertThat(objects.getPacks()).hasSize(MANY);
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    File pack = pack(2000, 3).getPackFile();
    for (File file : List.of(pack, new File(pack.getPath().replace(".pack", ".idx")))) {
      Files.move(file.toPath(), elsewhere.resolve(file.getName()));
    }
    objects.close();
    assertThat(objects.has(id(2000))).isFalse();
    for (File file : List.of(pack, new File(pack.getPath().replace(".pack", ".idx")))) {
      Files.move(elsewhere.resolve(file.getName()), file.toPath());
    }
    Pack added = PackArrivals.add(repository, objects, pack);
    assertThat(added.hasObject(id(2001))).isTrue();
    assertThat(PackArrivals.add(repository, objects, pack)).isSameAs(added);
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("bare.git"));
    File linked = link.resolve("objects/pack").resolve(pack.getName()).toFile();
    assertThat(PackArrivals.add(repository, objects, linked)).isSameAs(added);
    assertThat(objects.open(id(2002)).getCachedBytes()).isEqualTo(content(2002));
    assertThat(objects.getPacks()).hasSize(MANY + 1);
    assertThat(all).hasSize(MANY);
  }
}

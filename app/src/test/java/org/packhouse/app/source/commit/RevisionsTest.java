package org.packhouse.app.source.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.testing.TestingRepository.file;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.TagBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.testing.TestingRepository;

class RevisionsTest {

  @TempDir Path directory;
  private TestingRepository repository;
  private final Revisions revisions = new Revisions(new Caches(new SimpleMeterRegistry()));
  private ObjectId first;
  private ObjectId second;

  @BeforeEach
  void create() throws IOException {
    repository = TestingRepository.create(directory);
    first = repository.commit("first", List.of(), file("a", "1"));
    second = repository.commit("second", List.of(first), file("a", "2"));
    repository.ref("refs/heads/main", second);
    repository.ref("refs/heads/feature/x", first);
    repository.ref("refs/heads/both", first);
    repository.ref("refs/tags/both", second);
  }

  @AfterEach
  void close() {
    repository.close();
  }

  @Test
  void goesToTheDefaultBranchWhenNothingIsNamed() throws IOException {
    for (String at : new @Nullable String[] {null, "", "HEAD"}) {
      assertThat(resolve(at)).isEqualTo(new Revision(second.name(), "refs/heads/main"));
    }
  }

  @Test
  void findsFullNamesBranchesAndTagsInThatOrder() throws IOException {
    assertThat(resolve("refs/tags/both")).isEqualTo(new Revision(second.name(), "refs/tags/both"));
    assertThat(resolve("both")).isEqualTo(new Revision(first.name(), "refs/heads/both"));
    assertThat(resolve("feature/x")).isEqualTo(new Revision(first.name(), "refs/heads/feature/x"));
    assertThat(resolve("heads/both")).isEqualTo(new Revision(first.name(), "refs/heads/both"));
    assertThat(resolve("tags/both")).isEqualTo(new Revision(second.name(), "refs/tags/both"));
    assertThat(resolve("nowhere")).isNull();
    assertThat(resolve("refs/heads/nowhere")).isNull();
  }

  @Test
  void findsReachableCommitsByWholeOrAbbreviatedId() throws IOException {
    assertThat(resolve(first.name())).isEqualTo(new Revision(first.name(), null));
    assertThat(resolve(first.name().substring(0, 10))).isEqualTo(new Revision(first.name(), null));
    assertThat(resolve(first.name().substring(0, 6))).isNull();
  }

  @Test
  void neverLooksUpAWholeIdAmongBranches() throws IOException {
    repository.ref("refs/heads/" + first.name(), second);
    repository.ref("refs/heads/" + "1".repeat(40), second);
    assertThat(resolve(first.name())).isEqualTo(new Revision(first.name(), null));
    assertThat(resolve("1".repeat(40))).isNull();
    assertThat(resolve("refs/heads/" + first.name()))
        .isEqualTo(new Revision(second.name(), "refs/heads/" + first.name()));
  }

  @Test
  void hidesACommitThatNoBranchReaches() throws IOException {
    ObjectId takenBack = repository.commit("secret", List.of(first), file("a", "secret"));

    assertThat(resolve(takenBack.name())).isNull();
    repository.ref("refs/heads/again", takenBack);
    assertThat(resolve(takenBack.name(), 2)).isEqualTo(new Revision(takenBack.name(), null));
  }

  @Test
  void peelsAnnotatedTagsAndRefusesTagsOfOtherThings() throws IOException {
    ObjectId tag = tag("v1", first, Constants.OBJ_COMMIT);
    repository.ref("refs/tags/v1", tag, first);
    ObjectId blob;
    try (ObjectInserter inserter = repository.git().newObjectInserter()) {
      blob = inserter.insert(Constants.OBJ_BLOB, new byte[] {1});
      inserter.flush();
    }
    repository.ref("refs/tags/blob", blob);

    assertThat(resolve("v1")).isEqualTo(new Revision(first.name(), "refs/tags/v1"));
    assertThat(resolve("blob")).isNull();
    assertThat(resolve(blob.name())).isNull();
    assertThat(resolve("1".repeat(40))).isNull();
  }

  private ObjectId tag(String name, ObjectId target, int type) throws IOException {
    TagBuilder tag = new TagBuilder();
    tag.setTag(name);
    tag.setObjectId(target, type);
    try (ObjectInserter inserter = repository.git().newObjectInserter()) {
      ObjectId id = inserter.insert(tag);
      inserter.flush();
      return id;
    }
  }

  private @Nullable Revision resolve(@Nullable String at) throws IOException {
    return resolve(at, 1);
  }

  private @Nullable Revision resolve(@Nullable String at, long version) throws IOException {
    try (OpenRepository open = repository.open(version)) {
      return revisions.resolve(open, at).orElse(null);
    }
  }
}

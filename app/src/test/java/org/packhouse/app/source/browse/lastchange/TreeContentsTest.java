package org.packhouse.app.source.browse.lastchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.packhouse.app.testing.TestingRepository.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.TestingRepository;

class TreeContentsTest {

  @TempDir private Path directory;
  private TestingRepository repository;

  @BeforeEach
  void create() throws IOException {
    repository = TestingRepository.create(directory);
  }

  @AfterEach
  void close() {
    repository.close();
  }

  private TreeContents tree(List<String> paths) throws IOException {
    ObjectId commit =
        repository.commit(
            "m",
            List.of(),
            paths.stream().map(path -> file(path, path)).toArray(TestingRepository.File[]::new));
    try (ObjectReader reader = repository.git().newObjectReader();
        RevWalk walk = new RevWalk(reader)) {
      return TreeContents.read(reader, walk.parseCommit(commit).getTree());
    }
  }

  private static TreeContents.Name name(String name) {
    return new TreeContents.Name(name.getBytes(UTF_8));
  }

  @Test
  void tellsWhereEntriesStandAmongAllAndAmongDirectories() throws IOException {
    TreeContents tree = tree(List.of("a/1", "a.b", "b", "c/1", "é/1"));

    assertThat(tree.entries())
        .extracting(
            entry -> new String(entry.name().bytes(), UTF_8),
            TreeContents.Entry::index,
            TreeContents.Entry::directory)
        .containsExactly(
            tuple("a.b", 0, -1),
            tuple("a", 1, 0),
            tuple("b", 2, -1),
            tuple("c", 3, 1),
            tuple("é", 4, 2));
    assertThat(tree.find(name("a/"))).isNull();
    assertThat(tree.find(name(""))).isNull();
  }

  @Test
  void anEmptyTreeHasNothing() throws IOException {
    TreeContents tree = tree(List.of());

    assertThat(tree.entries()).isEmpty();
    assertThat(tree.find(name("a"))).isNull();
  }

  @Test
  void findsEachOfManyNamesThatHaveTheSameHashElsewhere() throws IOException {
    List<String> names = new ArrayList<>(List.of(""));
    for (int i = 0; i < 10; i++) {
      names = names.stream().flatMap(name -> List.of(name + "Aa", name + "BB").stream()).toList();
    }
    TreeContents tree = tree(names);

    assertThat(names.stream().map(String::hashCode).distinct()).hasSize(1);
    assertThat(names.stream().map(name -> name(name).hashCode()).distinct())
        .hasSizeGreaterThan(1000);
    for (String name : names) {
      TreeContents.Entry found = Objects.requireNonNull(tree.find(name(name)));
      assertThat(found.index()).isEqualTo(names.indexOf(name));
      assertThat(found.isSameAs(tree.entries().get(found.index()))).isTrue();
    }
    assertThat(tree.find(name("Aa".repeat(9)))).isNull();
  }
}

package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFilesTest {

  private static final int THREADS = 8;

  @TempDir private Path temporary;

  @Test
  void directoriesAreRemovedByManyAtOnce() throws Exception {
    for (int round = 0; round < 20; round++) {
      Path doomed = temporary.resolve("doomed");
      fill(doomed);
      CyclicBarrier start = new CyclicBarrier(THREADS);
      try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
        List<Future<Void>> removals = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          removals.add(
              threads.submit(() -> {
                start.await();
                DurableFiles.deleteRecursively(doomed);
                return null;
              }));
        }
        for (Future<Void> removal : removals) {
          removal.get();
        }
      }
      assertThat(doomed).doesNotExist();
    }
  }

  @Test
  void linksAreRemovedAndNotFollowed() throws IOException {
    Path kept = Files.createDirectory(temporary.resolve("kept"));
    Files.writeString(kept.resolve("file"), "kept");
    Path doomed = Files.createDirectory(temporary.resolve("doomed"));
    Files.createSymbolicLink(doomed.resolve("link"), kept);
    DurableFiles.deleteRecursively(doomed);
    assertThat(doomed).doesNotExist();
    assertThat(kept.resolve("file")).hasContent("kept");
    DurableFiles.deleteRecursively(doomed);
  }

  private static void fill(Path directory) throws IOException {
    for (int i = 0; i < 20; i++) {
      Path below = Files.createDirectories(directory.resolve(Integer.toString(i)).resolve("below"));
      for (int file = 0; file < 10; file++) {
        Files.createFile(below.resolve(Integer.toString(file)));
      }
    }
  }
}

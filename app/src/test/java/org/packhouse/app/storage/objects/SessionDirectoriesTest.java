package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;

class SessionDirectoriesTest {

  private final SessionDirectories directories =
      TestingServer.shared().get(SessionDirectories.class);

  @Test
  void makesTheDirectoryOfASessionForAllWhoBeginAtOnce() throws Exception {
    int threads = 8;
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (int round = 0; round < 100; round++) {
        UUID session = UUID.randomUUID();
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Future<Path>> made = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          String name = "push-" + i;
          made.add(
              executor.submit(() -> {
                start.await();
                return directories.create(session, name);
              }));
        }
        for (Future<Path> directory : made) {
          assertThat(Files.isDirectory(directory.get())).isTrue();
        }
        directories.fence(session);
        directories.remove(session);
      }
    }
  }
}

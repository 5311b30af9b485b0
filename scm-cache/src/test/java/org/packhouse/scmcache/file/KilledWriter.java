package org.packhouse.scmcache.file;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.packhouse.scmcache.FileCacheSettings;
import org.packhouse.scmcache.Receiver;
import org.packhouse.scmcache.Responses;

/** A process that stores and drops responses until it is killed. */
final class KilledWriter {

  static final int RESPONSES = 12;
  static final int LENGTH = 900_000;

  private KilledWriter() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    FileScmCache cache =
        FileScmCache.open(
            FileCacheSettings.in(Path.of(arguments[0])),
            Clock.systemUTC(),
            new SimpleMeterRegistry());
    PrintStream said = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Boolean> client = () -> store(cache, said);
      clients.invokeAll(Collections.nCopies(4, client));
    }
  }

  private static boolean store(FileScmCache cache, PrintStream said) throws IOException {
    while (true) {
      int number = ThreadLocalRandom.current().nextInt(RESPONSES);
      cache.serve(Responses.full(number), Responses.producer(number, LENGTH), new Receiver());
      cache.drop(Responses.key(7, ThreadLocalRandom.current().nextInt(RESPONSES)));
      said.println("stored");
    }
  }
}

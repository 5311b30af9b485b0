package org.packhouse.lab.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.packhouse.lab.load.TinyParts;
import org.packhouse.lab.load.TinyServer;
import org.packhouse.lab.load.Workplace;

/** A process that runs operations of a tiny server, started as the lab starts a worker. */
final class TinyWorker {

  private TinyWorker() {}

  /** Takes {@code worker --once --listen ADDRESS --secret-file FILE}. */
  @SuppressWarnings("SystemOut") // Its port is read from there.
  public static void main(String[] arguments) throws IOException {
    List<String> words = List.of(arguments);
    if (!words.getFirst().equals("worker")) {
      throw new IllegalArgumentException("There is no command \"" + words.getFirst() + "\" here");
    }
    Path scratch = Files.createTempDirectory("tiny-worker");
    try (TinyServer server = new TinyServer();
        WorkerServer worker =
            new WorkerServer(
                Address.parse(words.get(3)),
                Files.readString(Path.of(words.get(5))),
                new TinyParts(server),
                new Workplace(scratch, scratch),
                line -> {})) {
      System.out.println("The worker listens on 127.0.0.1:" + worker.port() + ".");
      worker.serveOne();
    }
  }
}

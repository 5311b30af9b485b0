package org.packhouse.app.storage.refs.move;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.storage.refs.SharedHomeNfsTest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.RefChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole server on one of the machines of {@link SharedHomeNfsTest}, which does what it is told: a
 * line for each order, and one with what came of it.
 */
public final class NfsNode {

  /** Where it takes orders. */
  public static final int ORDERS = 7980;

  /** Where it serves HTTP. */
  public static final int HTTP = 7990;

  private static final String HELD = "held";
  private static final Logger LOG = LoggerFactory.getLogger(NfsNode.class);

  private final TestingServer server;
  private final Map<String, FileChannel> open = new ConcurrentHashMap<>();
  private final Sleepers sleepers;

  private NfsNode(TestingServer server, Sleepers sleepers) {
    this.server = server;
    this.sleepers = sleepers;
  }

  /** Argument: the URL of the database. */
  public static void main(String[] arguments) throws IOException {
    // Neither the checkpoint of the product nor the one that waits for files, but the one here.
    System.setProperty("packhouse.checkpoint.directory", "false");
    Sleepers sleepers = new Sleepers();
    TestingServer server =
        TestingServer.builder()
            .with("jdbc.url", arguments[0])
            .with("server.port", Integer.toString(HTTP))
            .with("packhouse.shared-home", "/mnt/shared")
            .with("housekeeping.enabled", "false")
            .withPiece("sleepers", sleepers)
            .home(Path.of("/mnt/home"))
            .start();
    new NfsNode(server, sleepers).serve();
  }

  private void serve() throws IOException {
    try (ServerSocket door = new ServerSocket(ORDERS, 50, InetAddress.ofLiteral("0.0.0.0"))) {
      while (true) {
        Socket caller = door.accept();
        Thread.ofPlatform().start(() -> serve(caller));
      }
    }
  }

  private void serve(Socket caller) {
    try (caller;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8));
        PrintWriter out = new PrintWriter(caller.getOutputStream(), true, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(respond(List.of(line.split(" ", -1))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String respond(List<String> words) {
    try {
      return obey(words.getFirst(), words.subList(1, words.size())).replace('\n', ' ').strip();
    } catch (Exception e) {
      LOG.warn("{} has failed", words, e);
      return "failed: " + e.toString().replace('\n', ' ');
    }
  }

  private String obey(String order, List<String> words) throws Exception {
    return switch (order) {
      case "make" -> Long.toString(new RefsKit(server).repositoryId);
      case "commit" -> kit(words.getFirst()).commit(words.get(1)).name();
      case "apply" -> apply(kit(words.getFirst()), words.subList(1, words.size()));
      case "refs" -> refs(kit(words.getFirst()).snapshot());
      case "look" -> look(kit(words.getFirst()).directory(), words.subList(1, words.size()));
      case "git" -> kit(words.getFirst()).git().git(tail(words));
      case "open" -> open(words.getFirst(), words.get(1));
      case "close" -> close();
      case "sleep" -> sleep(words);
      case "wake" -> sleepers.wake(words.getFirst());
      case "recover" -> recover();
      default -> throw new IllegalArgumentException(order);
    };
  }

  private RefsKit kit(String id) {
    return new RefsKit(server, Long.parseLong(id));
  }

  private static String[] tail(List<String> words) {
    return words.subList(1, words.size()).toArray(String[]::new);
  }

  private static String apply(RefsKit kit, List<String> words) throws IOException {
    List<RefChange> changes = new ArrayList<>();
    for (int word = 0; word < words.size(); word += 3) {
      changes.add(
          new RefChange(
              words.get(word),
              ObjectId.fromString(words.get(word + 1)),
              ObjectId.fromString(words.get(word + 2))));
    }
    return kit.apply(changes.toArray(RefChange[]::new)).stream()
        .map(result -> result.problem() == null ? "moved" : result.problem())
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String refs(RefSnapshot snapshot) {
    return snapshot.refs().stream()
        .map(ref -> ref.name() + "=" + ref.hash())
        .collect(Collectors.joining(" "));
  }

  /** Looks for files by name, as programs do that know nothing of a network: stat, then open. */
  private static String look(Path directory, List<String> names) {
    List<String> seen = new ArrayList<>();
    for (String name : names) {
      Path file = directory.resolve(name);
      boolean exists = Files.exists(file);
      try {
        Files.readAllBytes(file);
        seen.add("there");
      } catch (IOException e) {
        seen.add(exists ? "by its name alone" : "absent");
      }
    }
    return String.join(" ", seen);
  }

  /** Opens a file and keeps it open. */
  private String open(String id, String name) throws IOException {
    FileChannel channel = FileChannel.open(kit(id).directory().resolve(name));
    channel.read(ByteBuffer.allocate(1));
    FileChannel before = open.put(id + "/" + name, channel);
    if (before != null) {
      before.close();
    }
    return "open";
  }

  private String close() throws IOException {
    for (String name : List.copyOf(open.keySet())) {
      FileChannel channel = open.remove(name);
      if (channel != null) {
        channel.close();
      }
    }
    return "closed";
  }

  private String sleep(List<String> words) throws InterruptedException {
    RefsKit kit = kit(words.get(1));
    return sleepers.begin(words.getFirst(), () -> apply(kit, words.subList(2, words.size())));
  }

  private String recover() {
    server.get(RecoveryLifecycle.class).recover();
    return "recovered";
  }

  /** Updates that stand still when the first of their refs has moved, each until it is woken. */
  private static final class Sleepers implements Checkpoint {

    private interface Update {
      String apply() throws IOException;
    }

    private record Sleeper(
        CountDownLatch asleep, CountDownLatch woken, CompletableFuture<String> told) {}

    private final Map<String, Sleeper> byName = new ConcurrentHashMap<>();
    private final Map<Thread, Sleeper> byThread = new ConcurrentHashMap<>();

    String begin(String name, Update update) throws InterruptedException {
      Sleeper sleeper =
          new Sleeper(new CountDownLatch(1), new CountDownLatch(1), new CompletableFuture<>());
      byName.put(name, sleeper);
      Thread.ofPlatform()
          .start(() -> {
            byThread.put(Thread.currentThread(), sleeper);
            try {
              sleeper.told().complete(update.apply());
            } catch (IOException | RuntimeException e) {
              sleeper.told().complete("failed: " + e);
            }
          });
      sleeper.asleep().await();
      return HELD;
    }

    String wake(String name) throws Exception {
      Sleeper sleeper = byName.get(name);
      if (sleeper == null) {
        throw new IllegalArgumentException(name);
      }
      sleeper.woken().countDown();
      return sleeper.told().get();
    }

    @Override
    public void reached(Step step) {
      Sleeper sleeper = byThread.get(Thread.currentThread());
      if (sleeper != null && step == Step.FIRST_REF_MOVED) {
        sleeper.asleep().countDown();
        try {
          sleeper.woken().await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}

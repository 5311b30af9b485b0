package org.packhouse.lab.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.packhouse.lab.load.Plans.operation;
import static org.packhouse.lab.load.Plans.stage;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.load.ClientMachines.Preparation;
import org.packhouse.lab.load.LoadGenerator;
import org.packhouse.lab.load.OperationFigures;
import org.packhouse.lab.load.StageFigures;
import org.packhouse.lab.load.StageOrder;
import org.packhouse.lab.load.TinyParts;
import org.packhouse.lab.load.TinyServer;
import org.packhouse.lab.load.Workplace;
import org.packhouse.lab.operation.ServerProcessor;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.target.Endpoint.Credentials;
import org.packhouse.lab.target.Endpoint.SshEndpoint;

class WorkerTest {

  private static final String SECRET = "a shared secret";

  @TempDir private Path directory;
  private TinyServer server;
  private final List<WorkerServer> workers = new ArrayList<>();
  private final List<String> log = new CopyOnWriteArrayList<>();

  @BeforeEach
  void startServer() throws Exception {
    server = new TinyServer();
  }

  @AfterEach
  void stopAll() throws Exception {
    for (WorkerServer worker : workers) {
      worker.close();
    }
    server.close();
  }

  @Test
  void sharesAStageAmongWorkersAndMergesTheirFigures() throws Exception {
    List<String> addresses = List.of(startWorker(), startWorker());
    LongAdder told = new LongAdder();
    try (RemoteMachines machines = new RemoteMachines(addresses, SECRET);
        LoadGenerator generator = machines.prepare(preparation("clone"))) {
      StageFigures figures = generator.run(order(4, 1200), (done, _) -> told.add(done));
      OperationFigures clones = figures.operations().getFirst();
      assertThat(clones.done()).isPositive().isEqualTo(server.paths().size());
      assertThat(clones.times().getTotalCount()).isEqualTo(clones.done());
      assertThat(clones.times().getMaxValue()).isPositive();
      assertThat(figures.labProcessorNanos()).isPositive();
      assertThat(told.sum()).isPositive().isLessThanOrEqualTo(clones.done());
    }
    assertThat(log).filteredOn(it -> it.startsWith("Working for the lab at ")).hasSize(2);
  }

  @Test
  void carriesErrorsAndFailures() throws Exception {
    String address = startWorker();
    try (RemoteMachines machines = new RemoteMachines(List.of(address), SECRET);
        LoadGenerator generator = machines.prepare(preparation("clone"))) {
      server.manner(exchange -> exchange.sendResponseHeaders(503, -1));
      assertThat(generator.run(order(1, 200), (_, _) -> {}).operations().getFirst().errors())
          .containsOnlyKeys("HTTP 503");
      server.manner(exchange -> exchange.sendResponseHeaders(200, -1));
      assertThat(generator.run(order(1, 60_000), (_, _) -> {}).failure())
          .isEqualTo("The response to clone is broken: it holds 0 bytes, not 10.");
    }
  }

  @Test
  void saysWhatAWorkerCannotDo() throws Exception {
    String address = startWorker();
    try (RemoteMachines machines = new RemoteMachines(List.of(address), SECRET)) {
      assertThatThrownBy(() -> machines.prepare(preparation("fetch")))
          .hasMessage(
              "The worker %s says: There is no operation \"fetch\" here.".formatted(address));
    }
  }

  @Test
  void refusesALabWithAnotherSecret() throws Exception {
    String address = startWorker();
    assertThatThrownBy(() -> new RemoteMachines(List.of(address), "another"))
        .hasMessage("The worker %s cannot be had: it has another secret.".formatted(address));
    assertThat(server.paths()).isEmpty();
  }

  @Test
  void refusesAWorkerThatDoesNotKnowTheSecret() throws Exception {
    try (ServerSocket impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread thread =
          Thread.ofVirtual()
              .start(() -> {
                try (Channel channel = new Channel(impostor.accept())) {
                  channel.send(new Message.Hello(2, "00"));
                  channel.receive(Message.Proof.class);
                  channel.send(new Message.Welcome("00"));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      String address = "127.0.0.1:" + impostor.getLocalPort();
      assertThatThrownBy(() -> new RemoteMachines(List.of(address), SECRET))
          .hasMessage("The worker %s cannot be had: it has another secret.".formatted(address));
      thread.join();
    }
  }

  @Test
  void worksForOneLabAtATime() throws Exception {
    String address = startWorker();
    try (RemoteMachines first = new RemoteMachines(List.of(address), SECRET);
        LoadGenerator _ = first.prepare(preparation("clone"));
        RemoteMachines second = new RemoteMachines(List.of(address), SECRET)) {
      assertThatThrownBy(() -> second.prepare(preparation("clone")))
          .hasMessageContaining("The worker " + address);
    }
    await()
        .untilAsserted(() -> {
          try (RemoteMachines third = new RemoteMachines(List.of(address), SECRET);
              LoadGenerator generator = third.prepare(preparation("clone"))) {
            assertThat(generator).isNotNull();
          }
        });
  }

  @Test
  void endsWithTheOneLabThatItIsFor() throws Exception {
    WorkerServer worker = worker(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    workers.add(worker);
    Thread served =
        Thread.ofPlatform()
            .start(() -> {
              try {
                worker.serveOne();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    String address = "127.0.0.1:" + worker.port();
    assertThatThrownBy(() -> new RemoteMachines(List.of(address), "another"))
        .hasMessageContaining("it has another secret");
    try (RemoteMachines machines = new RemoteMachines(List.of(address), SECRET);
        LoadGenerator generator = machines.prepare(preparation("clone"))) {
      assertThat(generator.run(order(1, 100), (_, _) -> {}).failure()).isNull();
      assertThat(served.isAlive()).isTrue();
    }
    await().until(() -> !served.isAlive());
  }

  @Test
  void stopsWhenTheLabGoes() throws Exception {
    String address = startWorker();
    CountDownLatch begun = new CountDownLatch(1);
    server.manner(exchange -> {
      begun.countDown();
      TinyServer.tenBytes(exchange);
    });
    try (RemoteMachines machines = new RemoteMachines(List.of(address), SECRET);
        LoadGenerator generator = machines.prepare(preparation("clone"))) {
      Thread lab = Thread.currentThread();
      Thread.ofVirtual()
          .start(() -> {
            awaitLatch(begun);
            lab.interrupt();
          });
      assertThatThrownBy(() -> generator.run(order(2, 3_600_000), (_, _) -> {}))
          .isInstanceOf(InterruptedException.class);
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> log.size() == 2);
    assertThat(log.getLast()).contains("127.0.0.1");
  }

  @Test
  void namesAWorkerThatIsLost() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread thread =
          Thread.ofVirtual()
              .start(() -> {
                try (Channel channel = new Channel(socket.accept())) {
                  new Handshake(channel, SECRET).asWorker();
                  channel.receive(Message.Prepare.class);
                  channel.send(new Message.Ready());
                  channel.receive(Message.Start.class);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      String address = "127.0.0.1:" + socket.getLocalPort();
      try (RemoteMachines machines = new RemoteMachines(List.of(address), SECRET);
          LoadGenerator generator = machines.prepare(preparation("clone"))) {
        assertThatThrownBy(() -> generator.run(order(1, 60_000), (_, _) -> {}))
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith("The worker " + address + " is lost: ");
      }
      thread.join();
    }
  }

  @Test
  void refusesHugeMessagesOfStrangers() throws Exception {
    String address = startWorker();
    try (Socket stranger = new Socket()) {
      stranger.connect(Address.parse(address));
      new DataOutputStream(stranger.getOutputStream()).writeInt(Integer.MAX_VALUE);
      await().until(() -> !log.isEmpty());
    }
    assertThat(log.getFirst()).endsWith("a message of 2147483647 bytes, more than 1024.");
  }

  @Test
  void saysWhyItCannotListen() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort());
      assertThatThrownBy(() -> worker(address))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("Cannot listen on ");
    }
  }

  @Test
  void reachesServersOnTheLabsMachineFromElsewhere() throws Exception {
    Path key = Files.writeString(directory.resolve("key"), "the key");
    Endpoint here =
        new Endpoint(
            URI.create("http://localhost:7990/a"),
            URI.create("https://git.example.org:8443"),
            new SshEndpoint("127.0.0.1", 7999, "git", "lab/", key),
            "/scm/lab/",
            new Credentials("u", "p"));
    InetAddress lab = InetAddress.getByName("10.1.2.3");
    Path copy = Files.createDirectory(directory.resolve("copy"));
    assertThat(SentEndpoint.of(here).toEndpoint(lab, copy))
        .isEqualTo(
            new Endpoint(
                URI.create("http://10.1.2.3:7990/a"),
                URI.create("https://git.example.org:8443"),
                new SshEndpoint("10.1.2.3", 7999, "git", "lab/", copy.resolve("id")),
                "/scm/lab/",
                new Credentials("u", "p")));
    assertThat(copy.resolve("id")).hasContent("the key");
  }

  @Test
  void refusesWhatIsNoAddress() {
    for (String wrong : List.of("", "host", ":1", "host:", "host:99999", "host:x", "host:-1")) {
      assertThatThrownBy(() -> Address.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("\"" + wrong + "\" is no address");
    }
  }

  private String startWorker() throws IOException {
    WorkerServer worker = worker(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    workers.add(worker);
    Thread.ofPlatform()
        .start(() -> {
          try {
            worker.serve();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    return "127.0.0.1:" + worker.port();
  }

  private WorkerServer worker(InetSocketAddress address) throws IOException {
    Path scratch = directory.resolve("worker-" + workers.size());
    return new WorkerServer(
        address, SECRET, new TinyParts(server), new Workplace(directory, scratch), log::add);
  }

  private Preparation preparation(String operation) {
    return new Preparation(
        "tiny",
        List.of(new RepositoryPlan("small", 1, 1, 1, 1, 0, 1, 0, Surroundings.NONE, null)),
        List.of(operation(operation, 1)),
        List.of(server.endpoint()),
        Link.DIRECT,
        ServerProcessor.UNKNOWN);
  }

  private static StageOrder order(int workers, int millis) {
    return new StageOrder(1, stage(workers, millis), false, 5, Duration.ofSeconds(20));
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package org.packhouse.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.packhouse.e2e.harness.Balancers;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.e2e.harness.Shell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients that push, read and write through HAProxy and nginx, one operation after the other, and
 * try nothing twice.
 */
final class BalancedClients implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BalancedClients.class);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String SLUG = "busy";

  private final Path directory;
  private final List<Client> clients = new ArrayList<>();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new CopyOnWriteArrayList<>();

  /** Tells what a client does over and over. */
  private interface Operation {
    void run() throws Exception;
  }

  private record Client(String name, Operation operation, AtomicInteger done) {}

  /** Has the clients begin, and waits until each has been served. */
  BalancedClients(Path directory, Balancers balancers, PackagedServer server) throws Exception {
    this.directory = directory;
    server.rest().createRepository(ClusterRun.PROJECT, SLUG);
    add("HAProxy", balancers.haproxy());
    add("nginx", balancers.nginx());
    Shell ssh = shell("ssh");
    server.rest().post("/rest/ssh/latest/keys", Map.of("text", ssh.makeKey()));
    String url = "ssh://git@localhost:%d/clu/%s.git".formatted(balancers.sshPort(), SLUG);
    clients.add(
        new Client(
            "HAProxy, SSH",
            () -> ssh.git(ssh.home(), "ls-remote", "-q", url),
            new AtomicInteger()));
    clients.forEach(client -> running.add(threads.submit(() -> work(client))));
    letEachBeServed();
  }

  private void add(String balancer, URI url) throws Exception {
    Rest rest = new Rest(url).as(PackagedServer.ADMIN, PackagedServer.PASSWORD);
    String repository = "/rest/api/latest/projects/%s/repos/%s".formatted(ClusterRun.PROJECT, SLUG);
    Operation read = () -> rest.get(repository);
    clients.add(new Client(balancer + ", GET", read, new AtomicInteger()));
    Operation write =
        () ->
            assertThat(rest.send("POST", "/rest/api/latest/markup/preview", "*a*").status())
                .isEqualTo(200);
    clients.add(new Client(balancer + ", POST", write, new AtomicInteger()));
    Shell shell = shell(balancer);
    Path work = shell.repository("work");
    String remote =
        "https://%s:%s@%s/scm/%s/%s.git"
            .formatted(
                PackagedServer.ADMIN,
                PackagedServer.PASSWORD,
                url.getAuthority(),
                ClusterRun.PROJECT,
                SLUG);
    Operation push =
        () -> {
          shell.git(work, "commit", "-q", "--allow-empty", "-m", "Change nothing");
          shell.git(work, "push", "-q", remote, "HEAD:refs/heads/" + balancer);
        };
    clients.add(new Client(balancer + ", push", push, new AtomicInteger()));
  }

  private Shell shell(String name) throws Exception {
    return new Shell(Files.createDirectories(directory.resolve(name)));
  }

  private void work(Client client) {
    while (!over.get()) {
      try {
        client.operation.run();
        client.done.incrementAndGet();
        done.incrementAndGet();
      } catch (Exception | AssertionError e) {
        if (!over.get()) {
          failures.add(client.name + ": " + e);
        }
      }
    }
  }

  /** Waits until each client has had two more operations served. */
  void letEachBeServed() {
    List<Integer> before = clients.stream().map(client -> client.done.get()).toList();
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> {
          for (int i = 0; i < clients.size(); i++) {
            if (clients.get(i).done.get() < before.get(i) + 2) {
              return false;
            }
          }
          return true;
        });
  }

  int count() {
    return clients.size();
  }

  /** What has failed since the last call. */
  List<String> failures(String what) {
    List<String> failed = new ArrayList<>();
    for (String each = failures.poll(); each != null; each = failures.poll()) {
      failed.add(each);
    }
    LOG.info("{}: {} of {} operations failed: {}", what, failed.size(), done.getAndSet(0), failed);
    return failed;
  }

  @Override
  public void close() {
    over.set(true);
    Awaitility.await().atMost(PATIENCE).until(() -> running.stream().allMatch(Future::isDone));
    threads.shutdown();
  }
}

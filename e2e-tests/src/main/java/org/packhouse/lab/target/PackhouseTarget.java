package org.packhouse.lab.target;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.ledger.Account;
import org.packhouse.lab.ledger.JavaSampling;
import org.packhouse.lab.measure.ProcessGroup;
import org.packhouse.lab.process.Launcher;
import org.packhouse.lab.process.Ports;
import org.packhouse.lab.target.Endpoint.SshEndpoint;

/**
 * The packaged server, started by its launcher: one node on its embedded PostgreSQL, or several on
 * one that the lab starts and on one shared home. Its repositories are imported from their
 * directories and packed by its own housekeeping before anything is measured.
 */
final class PackhouseTarget implements Target {

  /**
   * The setting that is the lab's own: whether pushes have to pass branch permissions, and a
   * webhook is told of them.
   */
  private static final String GUARDED = "lab.guarded";

  private final TargetPlan plan;
  private final Programs programs;
  private final List<PackhouseNode> nodes = new ArrayList<>();
  private final List<RunningNode> running = new ArrayList<>();
  private @Nullable ProcessGroup databaseGroup;
  private @Nullable PackhouseDatabase database;
  private @Nullable Path embeddedIn;
  private @Nullable WebhookReceiver receiver;
  private @Nullable JvmAccounts accounts;
  private List<Endpoint> endpoints = List.of();

  PackhouseTarget(TargetPlan plan, Path directory) throws IOException {
    this.plan = plan;
    this.programs = new Programs(plan.name(), directory);
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public void start(List<TestRepository> repositories) throws IOException {
    int count = Math.max(1, plan.nodes());
    Certificate certificate = Certificate.create(programs.data());
    ClientKey key = ClientKey.create(programs.data(), "id");
    Path shared = programs.data().resolve("shared");
    KeptParts kept = new KeptParts(Launcher.root().resolve("target/lab/parts"));
    PackhouseDatabase given = count == 1 ? null : PackhouseDatabase.start(programs.data());
    if (given != null) {
      programs.inTheEnd(given::close);
      programs.watch(given.process());
    }
    Map<String, String> properties = new LinkedHashMap<>(plan.properties());
    boolean guarded = Boolean.parseBoolean(properties.remove(GUARDED));
    if (guarded || repositories.stream().anyMatch(it -> it.surroundings().webhooks() > 0)) {
      WebhookReceiver started = WebhookReceiver.start();
      programs.inTheEnd(started::close);
      receiver = started;
      properties.putIfAbsent("webhook.allowed-addresses", PackhouseNode.HOST);
    }
    List<Integer> members = Stream.generate(Ports::free).limit(count).toList();
    for (int number = 1; number <= count; number++) {
      Path home = count == 1 ? programs.data() : programs.data().resolve("node-" + number);
      Map<String, String> settings = new LinkedHashMap<>(PackhouseSetUp.SETTINGS);
      settings.putAll(PackhouseSetUp.importRoot(repositories));
      if (given != null) {
        settings.put("packhouse.shared-home", shared.toString());
        settings.putAll(given.settings());
        settings.putAll(membership(members, number));
      }
      PackhouseNode node = PackhouseNode.of(number, home, certificate);
      kept.giveTo(home, shared);
      running.add(new RunningNode(programs, node, settings, properties, plan.build()));
      running.getLast().start();
      nodes.add(node);
    }

    embeddedIn = given == null ? shared : null;
    PackhouseDatabase found = given == null ? PackhouseDatabase.embedded(shared) : given;
    measureApart(found);
    PackhouseSetUp setUp = new PackhouseSetUp(nodes.getFirst().http());
    setUp.fill(repositories, key);
    WebhookReceiver told = receiver;
    if (told != null && guarded) {
      setUp.guard(told.url());
    }

    new FirstHousekeeping(shared, found).await(repositories);
    setUp.surround(repositories, told == null ? null : told.url());
    kept.takeFrom(nodes.getFirst().home(), shared);
    endpoints = nodes.stream().map(node -> endpoint(node, key)).toList();
  }

  /** What lets a node and the others see each other, whose ports are given. */
  private static Map<String, String> membership(List<Integer> ports, int number) {
    return Map.of(
        "hazelcast.network.tcpip",
        "true",
        "hazelcast.network.tcpip.members",
        ports.stream()
            .map(port -> PackhouseNode.HOST + ":" + port)
            .collect(Collectors.joining(",")),
        "hazelcast.local.address",
        PackhouseNode.HOST,
        "hazelcast.port",
        Integer.toString(ports.get(number - 1)),
        "hazelcast.group.password",
        "a-secret-of-the-lab");
  }

  private void measureApart(PackhouseDatabase found) throws IOException {
    ProcessGroup part = databaseGroup;
    if (part == null) {
      part = programs.group().part("database");
      databaseGroup = part;
    }
    part.adopt(found.process());
    database = found;
  }

  @Override
  public void stop() throws IOException {
    for (RunningNode each : running) {
      each.stop();
    }
  }

  /** A database that the nodes share has run on meanwhile; one of a node's own is another now. */
  @Override
  public void startAgain() throws IOException {
    for (RunningNode each : running) {
      each.start();
    }
    Path home = embeddedIn;
    if (home != null) {
      measureApart(PackhouseDatabase.embedded(home));
    }
  }

  private static Endpoint endpoint(PackhouseNode node, ClientKey key) {
    return new Endpoint(
        node.http(),
        node.https(),
        new SshEndpoint(PackhouseNode.HOST, node.sshPort(), "git", "lab/", key.file()),
        "/scm/lab/",
        PackhouseSetUp.USER,
        PackhouseSetUp.REVIEWER);
  }

  @Override
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  @Override
  public Usage usage() {
    return programs.usage();
  }

  @Override
  public OptionalLong exactProcessorNanos() {
    return programs.exactProcessorNanos();
  }

  /** What neither the servers nor their database have taken was taken by the git they started. */
  @Override
  public Map<String, Long> accounts() {
    ProcessGroup part = databaseGroup;
    Map<String, Long> known = new LinkedHashMap<>(jvms().nanos());
    known.put(Account.DATABASE, part == null ? 0 : part.processorNanos());
    return JvmAccounts.completed(known, usage().processorNanos(), Account.GIT);
  }

  @Override
  public boolean settle(Duration atMost) throws IOException {
    PackhouseDatabase used = database;
    long end = System.nanoTime() + atMost.toNanos();
    while (used != null && !used.isIndexed()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Programs.pause();
    }
    return true;
  }

  @Override
  public Optional<JavaSampling> sampling() {
    return Optional.of(new JavaSampling(jvms().processes(), programs.data()));
  }

  /** Those of the nodes that run now. */
  private JvmAccounts jvms() {
    List<Long> pids = running.stream().map(RunningNode::pid).toList();
    JvmAccounts found = accounts;
    if (found == null || !found.processes().equals(pids)) {
      found = new JvmAccounts(pids);
      accounts = found;
    }
    return found;
  }

  @Override
  public OptionalLong packs() {
    return programs.packs();
  }

  @Override
  public Map<String, Double> metrics() throws IOException {
    Map<String, Double> found = new LinkedHashMap<>();
    ProcessGroup part = databaseGroup;
    if (part != null) {
      found.put("database processor seconds", part.processorNanos() / 1e9);
      found.put("database anonymous bytes", (double) part.anonymousBytes());
    }
    WebhookReceiver told = receiver;
    if (told != null) {
      found.put("webhook deliveries", (double) told.deliveries());
    }
    PackhouseDatabase used = database;
    if (used != null) {
      found.put("database transactions", used.transactions());
    }
    for (PackhouseNode node : nodes) {
      String prefix = nodes.size() == 1 ? "" : node.name() + " ";
      ServerMetrics.read(node.http(), PackhouseSetUp.ADMINISTRATOR)
          .forEach((key, value) -> found.put(prefix + key, value));
    }
    return found;
  }

  @Override
  public boolean serves(OperationPlan operation) {
    return !operation.operation().equals("file");
  }

  @Override
  public void close() {
    programs.close();
  }
}

package org.packhouse.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Two networks of machines of their own on this one: by one the machines reach each other and
 * clients reach them, by the other they reach what runs here, such as a database. Cables can be
 * pulled: what is sent then is lost without a word, as by a switch that has failed.
 *
 * <p>The machines are network namespaces, the networks bridges. Addresses are of those that are
 * free for tests between networks, 198.18.0.0/15 (RFC 2544).
 */
public final class Networks implements AutoCloseable {

  private final String name;
  private final int number;
  private final List<Machine> machines = new ArrayList<>();

  private Networks(int number) {
    this.number = number;
    this.name = "ph" + number;
  }

  /** Makes so many machines; the test is skipped where nobody may. */
  public static Networks make(int count) {
    assumeTrue(
        "root".equals(System.getProperty("user.name")), "Only root makes network namespaces");
    Networks networks = new Networks(ThreadLocalRandom.current().nextInt(1, 255));
    try {
      networks.bridge("a", "198.18.");
      networks.bridge("b", "198.19.");
      for (int i = 1; i <= count; i++) {
        networks.machines.add(networks.machine(i));
      }
      return networks;
    } catch (RuntimeException | AssertionError e) {
      networks.close();
      throw e;
    }
  }

  /** The machines. */
  public List<Machine> machines() {
    return List.copyOf(machines);
  }

  /** Where the machines find what runs here, by the second network. */
  public String backAddress() {
    return "198.19." + number + ".1";
  }

  /** The second network, as a line for who lists what may connect. */
  public String backNetwork() {
    return "198.19." + number + ".0/24";
  }

  /** Has the machines lose sight of each other; clients and the second network see them still. */
  public void cutBetweenMachines(boolean cut) {
    machines.forEach(machine ->
        run("bridge", "link", "set", "dev", machine.cable("a"), "isolated", cut ? "on" : "off"));
  }

  private void bridge(String network, String prefix) {
    run("ip", "link", "add", name + network, "type", "bridge");
    run("ip", "addr", "add", prefix + number + ".1/24", "dev", name + network);
    run("ip", "link", "set", name + network, "up");
  }

  private Machine machine(int ordinal) {
    Machine machine = new Machine(ordinal);
    run("ip", "netns", "add", machine.namespace());
    machine.connect("a", "198.18.");
    machine.connect("b", "198.19.");
    run("ip", "-n", machine.namespace(), "link", "set", "lo", "up");
    return machine;
  }

  /** Takes the networks and the machines away; what runs on them must have ended. */
  @Override
  public void close() {
    machines.forEach(machine -> attempt("ip", "netns", "del", machine.namespace()));
    attempt("ip", "link", "del", name + "a");
    attempt("ip", "link", "del", name + "b");
  }

  private static void run(String... command) {
    String said = attempt(command);
    assertThat(said).as(String.join(" ", command)).isEmpty();
  }

  /** Returns what went wrong; empty if nothing did. */
  private static String attempt(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? "" : said + " (" + process.exitValue() + ")";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  /** A machine. */
  public final class Machine {

    private final int ordinal;

    private Machine(int ordinal) {
      this.ordinal = ordinal;
    }

    /** Where the other machines and clients find it. */
    public String address() {
      return "198.18.%d.%d".formatted(number, 10 + ordinal);
    }

    /** What stands before a command that is to run on it. */
    List<String> inside() {
      return List.of("ip", "netns", "exec", namespace());
    }

    /** Pulls its cable of the second network, or puts it back. */
    public void cutFromBack(boolean cut) {
      if (cut) {
        run("ip", "link", "set", cable("b"), "nomaster");
      } else {
        run("ip", "link", "set", cable("b"), "master", name + "b");
      }
    }

    private String namespace() {
      return name + "-" + ordinal;
    }

    private String cable(String network) {
      return name + network + ordinal;
    }

    private void connect(String network, String prefix) {
      String inside = "eth" + network;
      run(
          "ip",
          "link",
          "add",
          cable(network),
          "type",
          "veth",
          "peer",
          "name",
          inside,
          "netns",
          namespace());
      run("ip", "link", "set", cable(network), "master", name + network, "up");
      String address = prefix + number + "." + (10 + ordinal) + "/24";
      run("ip", "-n", namespace(), "addr", "add", address, "dev", inside);
      run("ip", "-n", namespace(), "link", "set", inside, "up");
    }
  }
}

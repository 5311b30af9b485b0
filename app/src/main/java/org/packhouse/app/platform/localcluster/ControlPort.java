package org.packhouse.app.platform.localcluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.localcluster.ClusterOptions.Order;

/**
 * The port at which a running cluster takes orders from other processes, on the loopback address. A
 * file in the cluster's home contains the port and a secret that starts each order. The response
 * ends with a status line.
 */
final class ControlPort implements AutoCloseable {

  private static final int SECRET_BYTES = 24;
  private static final int PATIENCE_MILLIS = 5_000;
  private static final String DONE = "status 0";
  private static final String FAILED = "status 1";

  private final Path file;
  private final String secret;
  private final ServerSocket socket;
  private final LocalCluster cluster;

  ControlPort(Path home, LocalCluster cluster) {
    this.file = file(home);
    this.cluster = cluster;
    byte[] random = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(random);
    this.secret = HexFormat.of().formatHex(random);
    try {
      socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
      Files.deleteIfExists(file);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(
          file, "%d %s\n".formatted(socket.getLocalPort(), secret), StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().name("cluster-control").start(this::listen);
  }

  private static Path file(Path home) {
    return home.resolve("cluster.control");
  }

  private void listen() {
    while (!socket.isClosed()) {
      try {
        Socket caller = socket.accept();
        Thread.ofPlatform().daemon().name("cluster-order").start(() -> serve(caller));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket caller) {
    try (caller;
        BufferedReader in = reader(caller);
        PrintStream out = new PrintStream(caller.getOutputStream(), true, StandardCharsets.UTF_8)) {
      caller.setSoTimeout(PATIENCE_MILLIS);
      String shown = String.valueOf(in.readLine());
      if (MessageDigest.isEqual(bytes(shown), bytes(secret))) {
        int node = Integer.parseInt(in.readLine());
        out.println(cluster.execute(new Order(node, in.readLine()), out) ? DONE : FAILED);
      }
    } catch (IOException | NumberFormatException gone) {
      // The client has gone, or is not ours.
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Sends an order to a running cluster and returns whether it was carried out. */
  static boolean send(Path home, Order order, PrintStream out) {
    try {
      String[] words = Files.readString(file(home)).strip().split(" ", -1);
      try (Socket cluster =
              new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(words[0]));
          PrintStream ask =
              new PrintStream(cluster.getOutputStream(), true, StandardCharsets.UTF_8);
          BufferedReader in = reader(cluster)) {
        ask.printf("%s%n%d%n%s%n", words[1], order.node(), order.verb());
        List<String> lines = in.lines().toList();
        lines.stream().filter(line -> !line.startsWith("status ")).forEach(out::println);
        return lines.contains(DONE);
      }
    } catch (IOException e) {
      throw notRunning(home, e);
    }
  }

  private static StartRefusedException notRunning(Path home, IOException cause) {
    return new StartRefusedException(
        "No cluster runs with the home %s; packhouse cluster --home '%s' starts it."
            .formatted(home, home),
        cause);
  }

  @Override
  public void close() {
    try {
      socket.close();
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

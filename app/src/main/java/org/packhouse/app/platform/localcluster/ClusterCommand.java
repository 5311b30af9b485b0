package org.packhouse.app.platform.localcluster;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.packhouse.app.platform.configuration.StartRefusedException;

/** {@code packhouse cluster}: runs nodes on this machine, or stops and starts one of them. */
public final class ClusterCommand {

  private static final String LAUNCHER = "packhouse.launcher";

  private ClusterCommand() {}

  /** Returns whether the arguments are for this command. */
  public static boolean isNamedBy(String[] arguments) {
    return arguments.length > 0 && arguments[0].equals("cluster");
  }

  /** Runs the cluster until this process ends, or sends an order. Returns the exit status. */
  public static int run(String[] arguments, PrintStream out, PrintStream err) {
    List<String> words = Arrays.asList(arguments).subList(1, arguments.length);
    try {
      ClusterOptions options = ClusterOptions.parse(words);
      ClusterOptions.Order order = options.order();
      if (order != null) {
        return ControlPort.send(options.home(), order, out) ? 0 : 1;
      }
      runUntilTold(options, out);
      return 0;
    } catch (StartRefusedException e) {
      err.println(e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private static void runUntilTold(ClusterOptions options, PrintStream out)
      throws InterruptedException {
    String launcher = System.getProperty(LAUNCHER);
    if (launcher == null) {
      throw new StartRefusedException(
          "A cluster is started by the launcher: packhouse cluster --nodes 3.");
    }
    out.printf("Starting %d nodes in %s.%n", options.nodes(), options.home());
    LocalCluster cluster = new LocalCluster(options, Path.of(launcher), out);
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "cluster-end"));
    cluster.start();
    try (ControlPort _ = new ControlPort(options.home(), cluster)) {
      new CountDownLatch(1).await();
    }
  }
}

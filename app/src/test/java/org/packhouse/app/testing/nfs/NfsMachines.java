package org.packhouse.app.testing.nfs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.springframework.util.FileSystemUtils;

/**
 * Two machines with a directory on a real NFS 4.1: nfs-ganesha as the file server, and as clients
 * two kernels in user mode whose root is that of this machine, in a network and among processes of
 * their own. What an NFS client believes of files without asking cannot be seen on a local disk.
 */
public final class NfsMachines implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String CPU_INFO = "/proc/cpuinfo";
  private static final int NFS = 2049;

  /** Free for tests between networks, 198.18.0.0/16. */
  private static final String NETWORKS = "198.18.";

  private final Path directory;
  private final String prefix;
  private final Process server;
  private final List<Process> clients = new ArrayList<>();

  private NfsMachines(Path directory, String prefix, Process server) {
    this.directory = directory;
    this.prefix = prefix;
    this.server = server;
  }

  /** What this machine lacks for it; empty if it lacks nothing. */
  public static List<String> missing() throws IOException {
    List<String> missing = new ArrayList<>();
    if (!"root".equals(System.getProperty("user.name"))) {
      missing.add("the rights of root");
    }
    List<String> programs =
        new ArrayList<>(
            List.of("ganesha.nfsd", "linux.uml", "insmod", "ip", "unshare", "nsenter", "mount"));
    if (hasTiles()) {
      programs.add("cc");
    }
    programs.stream().filter(NfsMachines::isMissing).forEach(missing::add);
    if (!Files.exists(Path.of("/dev/net/tun"))) {
      missing.add("/dev/net/tun");
    }
    return missing;
  }

  private static boolean isMissing(String program) {
    return Stream.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")
        .noneMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  /** Whether the processor has registers that a kernel in user mode may not know. */
  private static boolean hasTiles() throws IOException {
    return Files.readString(Path.of(CPU_INFO)).contains("amx_tile");
  }

  /** Starts the file server, with an empty directory. */
  public static NfsMachines start() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("nfs");
    Files.createDirectory(directory.resolve("export"));
    Files.createDirectory(directory.resolve("recovery"));
    for (String name : List.of("network.sh", "client.sh", "ganesha.conf", "idmapd.conf")) {
      Files.writeString(
          directory.resolve(name), resource(name).replace("@DIRECTORY@", "" + directory));
    }
    Files.setPosixFilePermissions(
        directory.resolve("client.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
    int network = ThreadLocalRandom.current().nextInt(256);
    String prefix = NETWORKS + network;
    Process server =
        new ProcessBuilder(
                "unshare",
                "--net",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
                "sh",
                directory.resolve("network.sh").toString(),
                directory.toString(),
                prefix + ".1/24")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("network.log").toFile())
            .start();
    NfsMachines machines = new NfsMachines(directory, prefix, server);
    try {
      machines.connect("nfs" + network);
      return machines;
    } catch (IOException | RuntimeException | Error e) {
      machines.close();
      throw e;
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream stream = NfsMachines.class.getResourceAsStream("/nfs/" + name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void connect(String device) throws IOException, InterruptedException {
    Awaitility.await().atMost(LIMIT).until(() -> server.children().findFirst().isPresent());
    String inside = Long.toString(fileServer().pid());
    run("ip", "link", "add", device, "type", "veth", "peer", "name", "outside", "netns", inside);
    run("ip", "addr", "add", prefix + ".2/24", "dev", device);
    run("ip", "link", "set", device, "up");
    Awaitility.await()
        .atMost(LIMIT)
        .failFast("The file server ended", () -> assertAlive(server, "network.log"))
        .until(() -> answers(prefix + ".1", NFS));
  }

  /** The process of the file server: to be stopped and let go on. */
  public ProcessHandle fileServer() {
    return server.children().findFirst().orElseThrow();
  }

  private void run(String... line) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", line) + ": " + output);
    }
  }

  /**
   * Starts a client, which mounts the directory as {@code /mnt/shared} and runs a command. {@code
   * /mnt/home} and {@code /mnt/tmp} are its own, in memory; the rest is this machine's.
   *
   * @param node 1 or 2
   * @param options of the mount, each with a comma in front
   */
  public void startClient(int node, String options, List<String> command)
      throws IOException, InterruptedException {
    Files.writeString(directory.resolve("node" + node + ".sh"), "exec " + quoted(command) + "\n");
    List<String> line = new ArrayList<>();
    String inside = Long.toString(fileServer().pid());
    line.addAll(List.of("nsenter", "--target", inside, "--net", "--pid", "--mount"));
    if (hasTiles()) {
      line.addAll(List.of("env", "LD_PRELOAD=" + xstate()));
    }
    line.addAll(List.of("linux.uml", "mem=1200M", "rw", "rootfstype=hostfs", "rootflags=/"));
    line.add("init=" + directory.resolve("client.sh"));
    line.add("umid=node" + node);
    line.add("uml_dir=" + Files.createDirectories(directory.resolve("uml")) + "/");
    line.add("vec0:transport=tap,ifname=client" + node + ",depth=64,gro=0");
    line.addAll(List.of("con=null", "con0=null,fd:1", "quiet"));
    line.addAll(List.of("node=" + node, "directory=" + directory, "options=" + options));
    line.addAll(List.of("server=" + prefix + ".1", "prefix=" + prefix));
    clients.add(
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("node" + node + ".log").toFile())
            .start());
  }

  private static String quoted(List<String> command) {
    StringBuilder text = new StringBuilder();
    command.forEach(word -> text.append('\'').append(word.replace("'", "'\\''")).append("' "));
    return text.toString();
  }

  private Path xstate() throws IOException, InterruptedException {
    Path library = directory.resolve("xstate.so");
    if (!Files.exists(library)) {
      Path source = directory.resolve("xstate.c");
      Files.writeString(source, resource("xstate.c"));
      run("cc", "-O1", "-shared", "-fPIC", "-o", library.toString(), source.toString());
    }
    return library;
  }

  /** Waits until a client listens at a port. */
  public void awaitPort(int node, int port) {
    Awaitility.await()
        .atMost(LIMIT.multipliedBy(3))
        .failFast(
            "A client ended", () -> assertAlive(clients.get(node - 1), "node" + node + ".log"))
        .until(() -> answers(address(node), port));
  }

  private void assertAlive(Process process, String log) {
    if (!process.isAlive()) {
      throw new AssertionError(logged(log));
    }
  }

  private static boolean answers(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.ofLiteral(host), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The directory that is shared, as it is on the file server's disk. */
  public Path shared() {
    return directory.resolve("export");
  }

  /** The address of a client. */
  public String address(int node) {
    return prefix + ".1" + node;
  }

  /** The address at which the clients reach this machine. */
  public InetAddress outside() {
    return InetAddress.ofLiteral(prefix + ".2");
  }

  /** What a machine has said. */
  public String logged(String name) {
    try {
      return Files.readString(directory.resolve(name), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.destroyForcibly();
    server.onExit().join();
    clients.forEach(Process::destroyForcibly);
    clients.forEach(client -> client.onExit().join());
    Awaitility.await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(() -> FileSystemUtils.deleteRecursively(directory) || !Files.exists(directory));
  }
}

package org.packhouse.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.process.Launcher;
import org.packhouse.lab.process.Ports;
import org.packhouse.lab.process.Processes;

/**
 * The packaged server, started by the launcher as a person starts it, on free ports and with a home
 * of its own. It is set up unattended unless told otherwise.
 */
public final class PackagedServer implements AutoCloseable {

  /** Name of the administrator. */
  public static final String ADMIN = "admin";

  /** Password of the administrator. */
  public static final String PASSWORD = "an-admin-password";

  private static final Duration START = Duration.ofMinutes(3);

  /** Most servers end before code that took long to compile has paid. */
  private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  private static final class Shared {
    static final PackagedServer SERVER = builder(newDirectory()).start();

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
    }
  }

  private final Process process;
  private final Path home;
  private final Path console;
  private final boolean contained;
  private final Listening ports;
  private final String scheme;
  private final String host;
  private final String context;

  /** Ports of a server. */
  private record Listening(int http, int ssh) {}

  private PackagedServer(Process process, Path console, Builder from) {
    this.process = process;
    this.home = from.home;
    this.console = console;
    this.contained = from.container != null;
    this.ports = from.ports;
    this.scheme = from.settings.containsKey("server.ssl.enabled") ? "https" : "http";
    this.host = from.machine == null ? "localhost" : from.machine.address();
    this.context = from.settings.getOrDefault("server.context-path", "");
  }

  /** The server that scenarios share which change nothing global. */
  public static PackagedServer shared() {
    return Shared.SERVER;
  }

  /** Describes a server with that home. */
  public static Builder builder(Path home) {
    return new Builder(home);
  }

  /** The home. */
  public Path home() {
    return home;
  }

  /** The process of the JVM, or the first one of its container. */
  public ProcessHandle process() {
    ProcessHandle started = process.toHandle();
    return contained ? started.children().findFirst().orElse(started) : started;
  }

  /** The port of SSH. */
  public int sshPort() {
    return ports.ssh();
  }

  /** The base URL, without a slash at the end. */
  public URI url() {
    return URI.create(scheme + "://" + host + ":" + ports.http() + context);
  }

  /** What the server has printed so far. */
  public String console() {
    try {
      return Files.readString(console);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** REST as the administrator. */
  public Rest rest() {
    return new Rest(url()).as(ADMIN, PASSWORD);
  }

  /** A URL that git clones over HTTP as the administrator. */
  public String httpUrl(String project, String slug) {
    return httpUrl(ADMIN + ":" + PASSWORD, project, slug);
  }

  /** A URL that git clones over HTTP with credentials; none if they are empty. */
  public String httpUrl(String credentials, String project, String slug) {
    return "%s://%s%s:%d%s/scm/%s/%s.git"
        .formatted(
            scheme,
            credentials.isEmpty() ? "" : credentials + "@",
            host,
            ports.http(),
            context,
            project,
            slug);
  }

  /** A URL that git clones over SSH. */
  public String sshUrl(String project, String slug) {
    return "ssh://git@%s:%d/%s/%s.git".formatted(host, ports.ssh(), project, slug);
  }

  /** Ends it as an init system does, and waits for its end. */
  public int terminate() {
    process().destroy();
    return waitForEnd();
  }

  /** Ends it as a power cut does, its children apart. */
  public void kill() {
    process.destroyForcibly();
    int _ = waitForEnd();
  }

  /** Waits for its end and returns its status. */
  public int waitForEnd() {
    return waitForEnd(Duration.ofMinutes(2));
  }

  /** The same, and fails if it takes longer than that. */
  public int waitForEnd(Duration longest) {
    try {
      assertThat(process.waitFor(longest)).as("The server ends within %s", longest).isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  /** The embedded database's main process. */
  public ProcessHandle database() {
    try {
      String pid = Files.readAllLines(home.resolve("shared/postgresql/postmaster.pid")).getFirst();
      return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Processes that belong to this server's home. */
  public List<ProcessHandle> processes() {
    return Processes.of(home);
  }

  @Override
  public void close() {
    process().destroy();
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInSameThread()
        .ignoreExceptions()
        .until(() -> !process.isAlive() || !process.toHandle().isAlive());
    Processes.end(process.toHandle());
    Processes.of(home).forEach(Processes::end);
  }

  private void waitUntilItAnswers() {
    await()
        .atMost(START)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> {
          if (!process.isAlive()) {
            throw new AssertionError("The server ended:\n" + console());
          }
          return new Rest(url()).status().map(it -> it != 503).orElse(false);
        });
  }

  /** A new directory under the build directory, which a clean build removes. */
  public static Path newDirectory() {
    try {
      Path parent = Path.of("target", "homes").toAbsolutePath();
      Files.createDirectories(parent);
      return Files.createTempDirectory(parent, "home ").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Describes a server to start. */
  public static final class Builder {

    private final Path home;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<String> jvmFlags = new ArrayList<>();
    private Listening ports = new Listening(Ports.free(), Ports.free());
    private @Nullable Path launcher;
    private @Nullable Path java;
    private @Nullable Path tree;
    private Networks.@Nullable Machine machine;
    private @Nullable Container container;

    private Builder(Path home) {
      this.home = home;
      jvmFlags.add(QUICK_COMPILER);
      settings.put("setup.displayName", "Packhouse");
      settings.put("setup.sysadmin.username", ADMIN);
      settings.put("setup.sysadmin.password", PASSWORD);
      settings.put("setup.sysadmin.displayName", "Ada Admin");
      settings.put("setup.sysadmin.emailAddress", "admin@example.org");
    }

    /** Adds a setting. */
    public Builder with(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /** Leaves the set-up to the page. */
    public Builder notSetUp() {
      settings.keySet().removeIf(key -> key.startsWith("setup."));
      return this;
    }

    /** Uses the ports of another server, which has ended. */
    public Builder onPortsOf(PackagedServer other) {
      ports = other.ports;
      return this;
    }

    /** Adds a flag of the JVM. */
    public Builder jvmFlag(String flag) {
      jvmFlags.add(flag);
      return this;
    }

    /** Runs the JVM as the launcher does for everybody, which a test of memory or load needs. */
    public Builder compiledForSpeed() {
      jvmFlags.remove(QUICK_COMPILER);
      return this;
    }

    /** Takes the launcher and the server in that directory, and that Java runtime. */
    public Builder installed(Path directory, Path runtime) {
      launcher = directory.resolve("packhouse");
      java = runtime;
      return this;
    }

    /** Takes what was built in another source tree. */
    public Builder builtIn(Path other) {
      tree = other;
      return this;
    }

    /** Runs it on a machine with a network of its own. */
    public Builder on(Networks.Machine machine) {
      this.machine = machine;
      return this;
    }

    /** Takes what is in a container, whose volume the home must be. */
    public Builder inside(Container container) {
      this.container = container;
      return this;
    }

    /** Starts it and waits until it answers. */
    public PackagedServer start() {
      PackagedServer server = launch();
      try {
        server.waitUntilItAnswers();
        return server;
      } catch (RuntimeException | AssertionError e) {
        server.close();
        throw e;
      }
    }

    /** Starts it and waits for nothing. */
    public PackagedServer launch() {
      try {
        Files.createDirectories(home);
        Path console = Files.createTempFile(home, "console", ".log");
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.put("server.port", Integer.toString(ports.http()));
        all.put("server.ssh.port", Integer.toString(ports.ssh()));
        ProcessBuilder builder = command(all);
        if (launcher != null && java != null) {
          builder.command().set(0, launcher.toString());
          builder.environment().put("JAVA_HOME", java.toString());
        }
        if (machine != null) {
          builder.command().addAll(0, machine.inside());
        }
        builder.redirectErrorStream(true);
        builder.redirectOutput(console.toFile());
        return new PackagedServer(builder.start(), console, this);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private ProcessBuilder command(Map<String, String> all) throws IOException {
      if (container != null) {
        List<String> command = new ArrayList<>(container.command());
        all.forEach((key, value) -> command.add("--" + key + "=" + value));
        return new ProcessBuilder(command);
      }
      return tree == null
          ? Launcher.server(home, all, jvmFlags)
          : Launcher.server(tree, home, all, jvmFlags);
    }
  }
}

package org.packhouse.app.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.PackhouseServer;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.node.SshEndpoint;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.FileSystemUtils;

/**
 * A whole server in this process, on free ports, with a database and a home of its own. It is set
 * up: the administrator is {@value #ADMIN} with password {@value #ADMIN_PASSWORD}.
 *
 * <p>Starting one takes seconds: tests that change no global setting use {@link #shared()} and make
 * projects and users of their own in it.
 */
public final class TestingServer implements AutoCloseable {

  /** Name of the system administrator. */
  public static final String ADMIN = "admin";

  /** Password of the system administrator. */
  public static final String ADMIN_PASSWORD = "admin-password-1";

  /** Directory in the home that a system administrator may import from; it need not be there. */
  public static final String IMPORT_ROOT = "import-root";

  private static final class Shared {
    static final TestingServer SERVER =
        builder()
            .with("import.allowed-addresses", "127.0.0.1,::1")
            .with("image-proxy.allowed-addresses", "127.0.0.1,::1")
            .with("import.connect-timeout", "8s")
            // Tests count processes; those of housekeeping call it themselves.
            .with("housekeeping.enabled", "false")
            .start();

    static {
      TestingDatabase.beforeStop(SERVER::close);
    }
  }

  /**
   * Forgotten at the end: tests keep their servers in static fields, which hold what is in them.
   */
  private volatile @Nullable ConfigurableApplicationContext context;

  private final Path home;

  private TestingServer(ConfigurableApplicationContext context, Path home) {
    this.context = context;
    this.home = home;
  }

  /** The server that all tests of this JVM share. */
  public static TestingServer shared() {
    return Shared.SERVER;
  }

  /** Describes a server. */
  public static Builder builder() {
    return new Builder();
  }

  /** A piece of the server. */
  public <T> T get(Class<T> type) {
    return context().getBean(type);
  }

  /** The local home. */
  public Path home() {
    return home;
  }

  /** {@code http://localhost:PORT}, without a slash at the end. */
  public URI httpUrl() {
    String port = context().getEnvironment().getRequiredProperty("local.server.port");
    return URI.create("http://localhost:" + port);
  }

  /** Where git clones a repository from and pushes to over HTTP, as the administrator. */
  public String cloneUrl(Repository repository) {
    return cloneUrl(repository, ADMIN, ADMIN_PASSWORD);
  }

  /** The same as somebody else. */
  public String cloneUrl(Repository repository, String name, String password) {
    return cloneUrl(repository.path(), name, password);
  }

  /** The same, of a repository given as {@code <project>/<repository>}. */
  public String cloneUrl(String path, String name, String password) {
    String signedIn = httpUrl().toString().replace("://", "://" + name + ":" + password + "@");
    return signedIn + "/scm/" + path + ".git";
  }

  /** The port of Git over SSH. */
  public int sshPort() {
    return get(SshEndpoint.class).port().orElseThrow();
  }

  /** {@code ssh://git@localhost:PORT}, without a slash at the end. */
  public URI sshUrl() {
    return URI.create("ssh://git@localhost:" + sshPort());
  }

  private ConfigurableApplicationContext context() {
    ConfigurableApplicationContext current = context;
    if (current == null) {
      throw new IllegalStateException("This server is closed.");
    }
    return current;
  }

  @Override
  public void close() {
    ConfigurableApplicationContext current = context;
    if (current == null) {
      return;
    }
    current.close();
    context = null;
    try {
      FileSystemUtils.deleteRecursively(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Describes a server to start. */
  public static final class Builder {

    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, Object> pieces = new LinkedHashMap<>();
    private @Nullable Path home;
    private boolean makesHostKey;

    private Builder() {
      settings.put("server.port", "0");
      settings.put("server.ssh.port", "0");
      // Tests write refs on disk and look at once.
      settings.put("refs.check-interval", "0s");
      settings.put("refs.foreign-moves-after", "0s");
      // Tests hold clones and pushes, many at once, on machines with few processors.
      settings.put("throttle.resource.scm-hosting.strategy", "fixed");
      settings.put("throttle.resource.scm-hosting.fixed.limit", "64");
      settings.put("setup.displayName", "Packhouse under test");
      settings.put("setup.sysadmin.username", ADMIN);
      settings.put("setup.sysadmin.password", ADMIN_PASSWORD);
      settings.put("setup.sysadmin.displayName", "Ada Admin");
      settings.put("setup.sysadmin.emailAddress", "admin@example.org");
    }

    /** Sets a setting, as on the command line. */
    public Builder with(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /** Leaves a setting out. */
    public Builder without(String key) {
      settings.remove(key);
      return this;
    }

    /** Uses that directory for a home, such as one that a server left. */
    public Builder home(Path directory) {
      home = directory;
      return this;
    }

    /** Adds a piece of the test's own to the server. */
    public Builder withPiece(String name, Object piece) {
      pieces.put(name, piece);
      return this;
    }

    /** Has it make its RSA host key itself, which takes long. */
    public Builder makingItsHostKey() {
      makesHostKey = true;
      return this;
    }

    /** Starts it. */
    public TestingServer start() {
      try {
        Path directory = home == null ? Files.createTempDirectory("packhouse-test") : home;
        settings.put("packhouse.home", directory.toString());
        if (!makesHostKey) {
          String shared = settings.get("packhouse.shared-home");
          TestingHostKey.putInto(shared == null ? directory.resolve("shared") : Path.of(shared));
        }
        settings.putIfAbsent(
            "import.local.root", directory.resolve(IMPORT_ROOT).toAbsolutePath().toString());
        settings.computeIfAbsent("jdbc.url", _ -> TestingDatabase.createMigrated());
        settings.putIfAbsent("spring.jpa.hibernate.ddl-auto", "validate");
        settings.putIfAbsent("jdbc.user", "postgres");
        settings.putIfAbsent("jdbc.password", "");
        List<String> arguments = new ArrayList<>();
        settings.forEach((key, value) -> arguments.add("--" + key + "=" + value));
        SpringApplication application = PackhouseServer.application();
        application.setRegisterShutdownHook(false);
        application.addInitializers(
            context -> pieces.forEach(context.getBeanFactory()::registerSingleton),
            new ReadClasses());
        return new TestingServer(application.run(arguments.toArray(String[]::new)), directory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

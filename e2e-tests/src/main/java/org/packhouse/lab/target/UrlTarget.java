package org.packhouse.lab.target;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.process.Command;
import org.packhouse.lab.target.Endpoint.Credentials;
import org.packhouse.lab.target.Endpoint.SshEndpoint;

/**
 * A server that runs somewhere, of any kind. Its URL is what stands before a repository's name,
 * with name and password in it if needed, such as {@code
 * https://ada:secret@git.example.org/scm/lab/}. Its properties may say {@code ssh}, likewise a URL
 * such as {@code ssh://git@git.example.org:7999/lab/}, with {@code key}, a file with the private
 * key, and {@code http} or {@code https}, the other base URL if the server has both. What it uses
 * is not known.
 */
final class UrlTarget implements Target {

  private static final Pattern DIALECT = Pattern.compile("(.*)/scm/([^/]+)/");
  private static final int SSH_PORT = 22;

  private final TargetPlan plan;
  private final Path directory;
  private final URI url;
  private final @Nullable Credentials credentials;
  private final Endpoint endpoint;

  UrlTarget(TargetPlan plan, Path directory) throws IOException {
    this.plan = plan;
    this.directory = directory;
    String given = plan.url();
    if (given == null) {
      throw new IOException("Target " + plan.name() + " has no url.");
    }
    this.url = URI.create(given.endsWith("/") ? given : given + "/");
    this.credentials = credentials(url);
    URI base = base(url);
    boolean tls = "https".equals(url.getScheme());
    this.endpoint =
        new Endpoint(
            tls ? other("http") : base,
            tls ? base : other("https"),
            ssh(),
            Objects.requireNonNullElse(url.getRawPath(), "/"),
            credentials);
  }

  private @Nullable URI other(String property) {
    String given = plan.properties().get(property);
    return given == null ? null : base(URI.create(given));
  }

  private @Nullable SshEndpoint ssh() {
    String given = plan.properties().get("ssh");
    String key = plan.properties().get("key");
    if (given == null || key == null) {
      return null;
    }
    URI ssh = URI.create(given.endsWith("/") ? given : given + "/");
    return new SshEndpoint(
        ssh.getHost(),
        ssh.getPort() < 0 ? SSH_PORT : ssh.getPort(),
        Objects.requireNonNullElse(ssh.getUserInfo(), "git"),
        ssh.getPath().substring(1),
        Path.of(key));
  }

  private static URI base(URI url) {
    String port = url.getPort() < 0 ? "" : ":" + url.getPort();
    return URI.create(url.getScheme() + "://" + url.getHost() + port);
  }

  private static @Nullable Credentials credentials(URI url) {
    String given = url.getRawUserInfo();
    if (given == null) {
      return null;
    }
    int colon = given.indexOf(':');
    String user = colon < 0 ? given : given.substring(0, colon);
    String password = colon < 0 ? "" : given.substring(colon + 1);
    return new Credentials(
        URLDecoder.decode(user, StandardCharsets.UTF_8),
        URLDecoder.decode(password, StandardCharsets.UTF_8));
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public void start(List<TestRepository> repositories) throws IOException {
    for (TestRepository each : repositories) {
      if (each.pullRequests() > 0) {
        throw new IOException("The lab opens no pull requests on the server " + plan.name());
      }
      if (!isThere(each)) {
        push(each);
      }
    }
  }

  /** Whether it has refs; an empty one is made where the dialect is spoken. */
  private boolean isThere(TestRepository repository) throws IOException {
    try {
      return !git(directory, "ls-remote", url + repository.name() + ".git").isBlank();
    } catch (IOException absent) {
      Matcher dialect = DIALECT.matcher(url.getRawPath());
      if (!dialect.matches()) {
        throw new IOException(
            "Target %s has no repository %s, and the lab cannot make one there: %s"
                .formatted(plan.name(), repository.name(), absent.getMessage()),
            absent);
      }
      try (Rest rest = new Rest(URI.create(base(url) + dialect.group(1)), credentials)) {
        rest.post(
            "/rest/api/1.0/projects/" + dialect.group(2) + "/repos",
            Map.of("name", repository.name()));
      }
      return false;
    }
  }

  private void push(TestRepository repository) throws IOException {
    git(
        repository.directory(),
        "push",
        "-q",
        url + repository.name() + ".git",
        "refs/heads/*:refs/heads/*",
        "refs/tags/*:refs/tags/*");
  }

  private static String git(Path directory, String... arguments) throws IOException {
    Files.createDirectories(directory);
    String[] command = new String[arguments.length + 5];
    System.arraycopy(
        new String[] {"git", "-c", "safe.directory=*", "-c", "http.sslVerify=false"},
        0,
        command,
        0,
        5);
    System.arraycopy(arguments, 0, command, 5, arguments.length);
    return Command.run(directory, Map.of(), List.of(command));
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(endpoint);
  }

  @Override
  public Usage usage() {
    return new Usage(0, 0, 0, false);
  }

  @Override
  public Map<String, Double> metrics() throws IOException {
    Matcher dialect = DIALECT.matcher(url.getRawPath());
    return dialect.matches() && credentials != null
        ? ServerMetrics.read(URI.create(base(url) + dialect.group(1)), credentials)
        : Map.of();
  }

  @Override
  public boolean serves(OperationPlan operation) {
    if (operation.operation().equals("pull-request-approve")) {
      return false;
    }
    return switch (operation.transport()) {
      case "ssh" -> endpoint.ssh() != null;
      case "http" -> endpoint.http() != null && !operation.operation().equals("file");
      default -> endpoint.https() != null && !operation.operation().equals("file");
    };
  }

  @Override
  public void close() {
    // Nothing of it runs here.
  }
}

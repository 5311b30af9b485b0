package org.packhouse.lab.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.ledger.Account;
import org.packhouse.lab.process.Command;
import org.packhouse.lab.target.Endpoint.Credentials;
import org.packhouse.lab.target.Endpoint.SshEndpoint;

/**
 * Git as it comes: {@code git http-backend} behind nginx with fcgiwrap, set up as its manual says,
 * with a password, and OpenSSH's server where that is installed.
 */
final class StockGitTarget implements Target {

  private static final Credentials USER = new Credentials("lab", "a-lab-password");

  /**
   * Each serves one request at a time; nginx takes answers off them that clients are slow to take.
   */
  private static final int BACKENDS = 64;

  private static final Duration START = Duration.ofSeconds(30);
  private static final Set<String> ELSEWHERE = Set.of("rest", "page", "file");

  private final TargetPlan plan;
  private final Programs programs;
  private Optional<SshEndpoint> ssh = Optional.empty();
  private List<Endpoint> endpoints = List.of();

  StockGitTarget(TargetPlan plan, Path directory) throws IOException {
    this.plan = plan;
    this.programs = new Programs(plan.name(), directory);
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public void start(List<TestRepository> repositories) throws IOException {
    Path root = programs.data().resolve("repositories");
    StockRepositories stored = new StockRepositories(root);
    for (TestRepository each : repositories) {
      stored.add(each);
    }
    Nginx nginx = Nginx.in(programs.data());
    Path socket = startBackends();
    Path passwords = programs.data().resolve("htpasswd");
    Files.writeString(passwords, USER.user() + ":" + hash(USER.password()) + "\n");
    nginx.start(programs, Certificate.create(programs.data()), locations(root, passwords, socket));
    ssh = SshDaemon.start(programs, root);
    endpoints = List.of(new Endpoint(nginx.http(), nginx.https(), ssh.orElse(null), "/git/", USER));
  }

  private Path startBackends() throws IOException {
    // The path of a socket has at most 107 bytes.
    Path directory = Files.createTempDirectory("lab");
    Path socket = directory.resolve("s");
    programs.inTheEnd(() -> {
      var _ = socket.toFile().delete();
      var _ = directory.toFile().delete();
    });
    ProcessBuilder builder =
        new ProcessBuilder(
            Nginx.program("fcgiwrap", "fcgiwrap"),
            "-f",
            "-c",
            Integer.toString(BACKENDS),
            "-s",
            "unix:" + socket);
    builder.directory(programs.data().toFile());
    Command.clean(builder).put("HOME", programs.data().toString());
    Files.writeString(programs.data().resolve(".gitconfig"), "[safe]\n\tdirectory = *\n");
    Process process = programs.start("fcgiwrap", builder);
    programs.await(process, "fcgiwrap", START, () -> Files.exists(socket));
    return socket;
  }

  private static String locations(Path root, Path passwords, Path socket) throws IOException {
    Path backend =
        Path.of(Command.run(root, Map.of(), List.of("git", "--exec-path")).strip())
            .resolve("git-http-backend");
    if (!Files.isExecutable(backend)) {
      throw new IOException("This git has no " + backend + "; install all of the package git.");
    }
    return """
        location ~ ^/git(/.*)$ {
          auth_basic "git";
          auth_basic_user_file "%s";
          fastcgi_read_timeout 3600s;
          fastcgi_pass unix:%s;
          fastcgi_param SCRIPT_FILENAME "%s";
          fastcgi_param GIT_PROJECT_ROOT "%s";
          fastcgi_param GIT_HTTP_EXPORT_ALL "";
          fastcgi_param GIT_PROTOCOL $http_git_protocol;
          fastcgi_param PATH_INFO $1;
          fastcgi_param QUERY_STRING $query_string;
          fastcgi_param REQUEST_METHOD $request_method;
          fastcgi_param CONTENT_TYPE $content_type;
          fastcgi_param CONTENT_LENGTH $content_length;
          fastcgi_param REMOTE_USER $remote_user;
          fastcgi_param REMOTE_ADDR $remote_addr;
          fastcgi_param SERVER_PROTOCOL $server_protocol;
        }
    """
        .formatted(passwords, socket, backend, root);
  }

  /** As {@code htpasswd -s} writes it: cheap to check, which is in favour of stock git. */
  private static String hash(String password) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(password.getBytes(StandardCharsets.UTF_8));
      return "{SHA}" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
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

  /** Charges to git what the programs that run all the time have not taken themselves. */
  @Override
  public Map<String, Long> accounts() {
    Map<String, Long> known = new LinkedHashMap<>();
    for (String program : List.of("nginx", "fcgiwrap")) {
      known.put(program, programs.group().processorNanosOf(program));
    }
    return JvmAccounts.completed(known, usage().processorNanos(), Account.GIT);
  }

  @Override
  public OptionalLong packs() {
    return programs.packs();
  }

  @Override
  public Map<String, Double> metrics() {
    return Map.of();
  }

  @Override
  public boolean serves(OperationPlan operation) {
    boolean reachable = !operation.transport().equals("ssh") || SshDaemon.isInstalled();
    return reachable
        && !ELSEWHERE.contains(operation.operation())
        && !operation.operation().startsWith("pull-request-");
  }

  @Override
  public void close() {
    programs.close();
  }
}

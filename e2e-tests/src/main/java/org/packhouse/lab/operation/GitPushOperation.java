package org.packhouse.lab.operation;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.process.Command;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.target.Endpoint.Credentials;
import org.packhouse.lab.wire.OperationFailedException;

/**
 * A push by real git of one commit that adds a line to one file, to a branch that nobody else
 * pushes to. Clones are made at their first turn; making the commit counts to no response time.
 */
final class GitPushOperation implements Operation {

  private final String name;
  private final String branch;
  private final Endpoint endpoint;
  private final Repositories repositories;
  private final Path scratch;
  private final Map<String, Clone> clones = new HashMap<>();

  GitPushOperation(
      String name, String branch, Endpoint endpoint, Repositories repositories, Path scratch) {
    this.name = name;
    this.branch = branch;
    this.endpoint = endpoint;
    this.repositories = repositories;
    this.scratch = scratch;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public synchronized Done perform(Turn turn) throws IOException {
    TestRepository repository = repositories.draw(turn);
    Clone clone = clones.get(repository.name());
    long begun = System.nanoTime();
    if (clone == null) {
      clone = Clone.of(repository, url(repository), branch, scratch.resolve(repository.name()));
      clones.put(repository.name(), clone);
    }
    clone.commit();
    long committing = System.nanoTime() - begun;
    try {
      clone.git("push", "-q", clone.url, "HEAD:refs/heads/" + branch);
    } catch (IOException e) {
      throw new OperationFailedException("git push", String.valueOf(e.getMessage()));
    }
    return new Done(0, 0, committing);
  }

  private String url(TestRepository repository) {
    URI http = endpoint.http();
    if (http == null) {
      throw new IllegalArgumentException("The operation git-push needs plain HTTP");
    }
    Credentials credentials = endpoint.credentials();
    return "%s://%s%s%s%s.git"
        .formatted(
            http.getScheme(),
            credentials == null ? "" : credentials.user() + ":" + credentials.password() + "@",
            http.getAuthority(),
            endpoint.scm(),
            repository.name());
  }

  @Override
  public void close() {
    // The scratch directory goes with the run.
  }

  /** A clone with a working tree. */
  private static final class Clone {

    private final Path directory;
    private final String url;
    private final List<String> files;
    private int commits;

    private Clone(Path directory, String url, List<String> files) {
      this.directory = directory;
      this.url = url;
      this.files = files;
    }

    /** One as the server has the branch now, with the objects that the lab has anyway. */
    static Clone of(TestRepository repository, String url, String branch, Path directory)
        throws IOException {
      Files.createDirectories(directory);
      run(directory, "init", "-q", "-b", branch);
      Files.writeString(
          directory.resolve(".git/objects/info/alternates"),
          repository.directory().resolve("objects").toAbsolutePath() + "\n");
      run(directory, "fetch", "-q", "--no-tags", url, branch);
      run(directory, "reset", "-q", "--hard", "FETCH_HEAD");
      List<String> files = run(directory, "ls-files").lines().toList();
      return new Clone(directory, url, files);
    }

    /** Adds a line to another file than the time before. */
    void commit() throws IOException {
      commits++;
      Path file = directory.resolve(files.get(commits % files.size()));
      Files.writeString(
          file,
          "line %d of the lab%n".formatted(commits),
          StandardCharsets.UTF_8,
          StandardOpenOption.APPEND);
      git("commit", "-q", "-a", "-m", "Change " + commits);
    }

    void git(String... words) throws IOException {
      run(directory, words);
    }

    private static String run(Path directory, String... words) throws IOException {
      List<String> command = new ArrayList<>(List.of("git"));
      Stream.of("safe.directory=*", "user.name=Lab", "user.email=lab@example.org", "gc.auto=0")
          .forEach(setting -> command.addAll(List.of("-c", setting)));
      command.addAll(List.of(words));
      return Command.run(directory, Map.of(), command);
    }
  }
}

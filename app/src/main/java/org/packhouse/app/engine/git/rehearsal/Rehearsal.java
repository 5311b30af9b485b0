package org.packhouse.app.engine.git.rehearsal;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.UsernamePasswordCredentialsProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uses the server in whose process it runs, as people do on their first day: pushes, clones,
 * fetches, REST and pages, in rounds. What the JVM loads, links and finds worth compiling meanwhile
 * goes into the cache that the launcher records, so that the first push of a real server need not
 * wait for it.
 */
public final class Rehearsal {

  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);

  private static final String PROJECT = "STAGE";
  private static final String REPOSITORY = "play";
  private static final String BRANCH = "refs/heads/main";
  private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

  /** After which what has been learnt must do: the launcher waits for minutes, not for hours. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final List<String> READS =
      List.of(
          "/rest/api/latest/projects",
          "/rest/api/latest/projects/STAGE/repos",
          "/rest/api/latest/projects/STAGE/repos/play",
          "/rest/api/latest/projects/STAGE/repos/play/branches?details=true",
          "/rest/api/latest/projects/STAGE/repos/play/commits?limit=25",
          "/rest/api/latest/projects/STAGE/repos/play/browse",
          "/rest/api/latest/projects/STAGE/repos/play/raw/file-1",
          "/rest/api/latest/projects/STAGE/repos/play/pull-requests",
          "/",
          "/projects",
          "/projects/STAGE",
          "/projects/STAGE/repos/play/browse",
          "/projects/STAGE/repos/play/browse/file-1",
          "/projects/STAGE/repos/play/commits",
          "/projects/STAGE/repos/play/commits/main",
          "/projects/STAGE/repos/play/branches");

  private final String url;
  private final String user;
  private final String password;
  private final Path directory;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .cookieHandler(new CookieManager())
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();

  /**
   * A rehearsal of one server.
   *
   * @param url of the server, without a slash at its end
   * @param user a system administrator
   * @param password of that user
   * @param directory to work in; it is not there yet
   */
  public Rehearsal(String url, String user, String password, Path directory) {
    this.url = url;
    this.user = user;
    this.password = password;
    this.directory = directory;
  }

  /**
   * Plays that many rounds, or for a minute. What fails is logged and ends it; the cache has the
   * less in it.
   *
   * @return how many were played to their end
   */
  public int play(int rounds) {
    int played = 0;
    try {
      rest("POST", "/rest/api/latest/projects", "{\"key\": \"STAGE\", \"name\": \"Stage\"}");
      rest("POST", "/rest/api/latest/projects/STAGE/repos", "{\"name\": \"play\"}");
      signIn();
      try (Git work = Git.init().setDirectory(directory.resolve("work").toFile()).call()) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (played < rounds && System.nanoTime() < end) {
          playGit(work, played + 1);
          for (String read : READS) {
            rest("GET", read, null);
          }
          played++;
        }
      }
    } catch (IOException | GitAPIException | RuntimeException e) {
      LOG.warn("The rehearsal ends early", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return played;
  }

  private void playGit(Git work, int round) throws IOException, GitAPIException {
    String remote = url + "/scm/" + PROJECT + "/" + REPOSITORY + ".git";
    var credentials = new UsernamePasswordCredentialsProvider(user, password);
    Path files = work.getRepository().getWorkTree().toPath();
    for (int file = 1; file <= 20; file++) {
      if (round == 1 || file == round % 20) {
        Files.writeString(files.resolve("file-" + file), "line %d%n".formatted(round).repeat(file));
      }
    }
    PersonIdent author = new PersonIdent("Rehearsal", "rehearsal@localhost");
    work.add().addFilepattern(".").call();
    work.commit().setMessage("Round " + round).setAuthor(author).setCommitter(author).call();
    work.push()
        .setRemote(remote)
        .setRefSpecs(new RefSpec("HEAD:" + BRANCH))
        .setCredentialsProvider(credentials)
        .call();
    work.fetch()
        .setRemote(remote)
        .setRefSpecs(new RefSpec("+refs/heads/*:refs/remotes/origin/*"))
        .setCredentialsProvider(credentials)
        .call();
    for (int clone = 1; clone <= 2; clone++) {
      Git.cloneRepository()
          .setURI(remote)
          .setBare(true)
          .setDirectory(directory.resolve("clone-" + round + "-" + clone).toFile())
          .setCredentialsProvider(credentials)
          .call()
          .close();
    }
  }

  private void signIn() throws IOException, InterruptedException {
    Matcher token = TOKEN.matcher(send(request("/login").GET().build()));
    if (!token.find()) {
      throw new IOException("The page to sign in has no token");
    }
    String form =
        "_csrf=%s&username=%s&password=%s"
            .formatted(encode(token.group(1)), encode(user), encode(password));
    send(
        request("/login")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build());
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private void rest(String method, String path, @Nullable String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path);
    if (path.startsWith("/rest/")) {
      byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }
    if (body == null) {
      request.GET();
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, HttpRequest.BodyPublishers.ofString(body));
    }
    send(request.build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).timeout(PATIENCE);
  }

  private String send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 400) {
      throw new IOException(request.uri().getPath() + " is answered with " + response.statusCode());
    }
    return response.body();
  }
}

package org.packhouse.app.engine.http;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.zip.ZipException;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.coyote.CloseNowException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.admission.BodyRefusedException;
import org.packhouse.app.engine.admission.Exchange;
import org.packhouse.app.engine.admission.HttpRefusal;
import org.packhouse.app.engine.git.ClientGoneException;
import org.packhouse.app.engine.git.GitRefusedException;
import org.packhouse.app.engine.git.GitService;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Git's smart HTTP protocol below {@code /scm}, in a servlet context without page filters, security
 * chain or MVC. It never asks for a form parameter, which would consume the body.
 */
final class GitServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(GitServlet.class);

  private static final int TOO_MANY_REQUESTS = 429;
  private static final String DUMB =
      "The dumb HTTP protocol is not supported: use git 1.6.6 or later, and do not set"
          + " GIT_SMART_HTTP=0.";

  /** Supplied late, because the servlet is created before the beans of the engine. */
  private final transient Supplier<GitHttpService> git;

  GitServlet(Supplier<GitHttpService> git) {
    this.git = git;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      HttpRefusal refusal = serve(request, response);
      if (refusal != null) {
        refusal.send(response);
      }
    } catch (GitRefusedException e) {
      refused(request, e).send(response);
    } catch (ClientGoneException | BodyRefusedException | ZipException | EOFException e) {
      unreadable(e, request, response);
    } catch (ClientAbortException e) {
      LOG.debug("The client of {} has gone away", request.getRequestURI(), e);
    } catch (IOException | RuntimeException e) {
      cutOff(failure(request, e), response, e);
    }
  }

  private static HttpRefusal failure(HttpServletRequest request, Exception failure) {
    if (SharedHomeAwayException.isCauseOf(failure)) {
      LOG.atLevel(SharedHomeAwayException.level(failure))
          .log(
              "{} {} failed: {}",
              request.getMethod(),
              request.getRequestURI(),
              failure.getMessage());
      return HttpRefusal.later(SharedHomeAwayException.sentence(failure));
    }
    DatabaseTrouble trouble = DatabaseTrouble.of(failure);
    if (trouble != null) {
      LOG.warn(
          "{} {} failed: {}",
          request.getMethod(),
          request.getRequestURI(),
          DatabaseTrouble.causeOf(failure));
      return HttpRefusal.later(trouble.sentence());
    }
    LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), failure);
    return HttpRefusal.of(
        HttpServletResponse.SC_INTERNAL_SERVER_ERROR,
        "The server failed; its log has the reason under "
            + Exchange.of(request).logged().id()
            + ".");
  }

  private static void unreadable(
      IOException failure, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    LOG.debug("The body of {} cannot be read", request.getRequestURI(), failure);
    if (response.getStatus() >= HttpServletResponse.SC_BAD_REQUEST) {
      // Tomcat has chosen the response to its failed read; the exception would make it a 500.
      request.removeAttribute(RequestDispatcher.ERROR_EXCEPTION);
      return;
    }
    Throwable cause = failure;
    while (cause != null && !(cause instanceof BodyRefusedException)) {
      cause = cause.getCause();
    }
    cutOff(
        cause instanceof BodyRefusedException refused
            ? HttpRefusal.of(refused.status(), String.valueOf(refused.getMessage()))
            : HttpRefusal.of(
                HttpServletResponse.SC_BAD_REQUEST,
                "The body cannot be read: it ends early or is not gzip."),
        response,
        failure);
  }

  /** Breaks a response that has begun off, so that no client takes it for complete. */
  private static void cutOff(HttpRefusal refusal, HttpServletResponse response, Exception cause)
      throws IOException {
    if (response.isCommitted()) {
      throw new CloseNowException("The response is broken off", cause);
    }
    refusal.send(response);
  }

  private @Nullable HttpRefusal serve(HttpServletRequest request, HttpServletResponse response)
      throws IOException, GitRefusedException {
    GitRequest named = GitRequest.parse(request.getPathInfo());
    if (named == null) {
      return HttpRefusal.of(
          HttpServletResponse.SC_NOT_FOUND,
          "No repository is named: a clone URL reads .../scm/PROJECT/REPOSITORY.git.");
    }
    if (named.isLfs()) {
      refuseLfs(response);
      return null;
    }
    GitService posted = named.posted();
    if (posted != null) {
      return request.getMethod().equals("POST")
          ? git.get().exchange(named, posted, request, response)
          : notAllowed(response, "POST");
    }
    if (!request.getMethod().equals("GET") && !request.getMethod().equals("HEAD")) {
      return notAllowed(response, "GET, HEAD");
    }
    if (named.suffix().equals(GitRequest.INFO_REFS)) {
      return infoRefs(named, request, response);
    }
    if (named.suffix().isEmpty()) {
      return page(named, request);
    }
    return named.suffix().equals("/HEAD") || named.suffix().startsWith("/objects/")
        ? HttpRefusal.of(HttpServletResponse.SC_FORBIDDEN, DUMB)
        : HttpRefusal.of(HttpServletResponse.SC_NOT_FOUND, "There is nothing at this URL.");
  }

  /** Answers in the form of Git LFS: its clients print no other message. */
  private static void refuseLfs(HttpServletResponse response) throws IOException {
    response.setStatus(HttpServletResponse.SC_NOT_IMPLEMENTED);
    response.setContentType("application/vnd.git-lfs+json");
    response
        .getOutputStream()
        .write("{\"message\":\"Git LFS is not served here.\"}".getBytes(StandardCharsets.UTF_8));
  }

  private @Nullable HttpRefusal infoRefs(
      GitRequest named, HttpServletRequest request, HttpServletResponse response)
      throws IOException, GitRefusedException {
    String name = Exchange.gitService(request.getQueryString());
    if (name == null) {
      return HttpRefusal.of(HttpServletResponse.SC_FORBIDDEN, DUMB);
    }
    GitService service = GitRequest.named(name);
    return service == null
        ? HttpRefusal.of(
            HttpServletResponse.SC_FORBIDDEN,
            "Unknown service: only git-upload-pack and git-receive-pack are served over HTTP.")
        : git.get().advertise(named, service, request, response);
  }

  private static HttpRefusal notAllowed(HttpServletResponse response, String methods) {
    response.setHeader("Allow", methods);
    return HttpRefusal.of(
        HttpServletResponse.SC_METHOD_NOT_ALLOWED, "This URL takes " + methods + " only.");
  }

  /** Redirects a browser from a clone URL to the repository's page. */
  private static HttpRefusal page(GitRequest named, HttpServletRequest request) {
    int slash = named.repository().indexOf('/');
    String path =
        "/projects/"
            + named.repository().substring(0, slash).toUpperCase(Locale.ROOT)
            + "/repos"
            + named.repository().substring(slash).toLowerCase(Locale.ROOT)
            + "/browse";
    return new HttpRefusal(
        HttpServletResponse.SC_FOUND,
        "The page of the repository is elsewhere.",
        encode(base(request) + path),
        null);
  }

  private static HttpRefusal refused(HttpServletRequest request, GitRefusedException refused) {
    String target = refused.movedTo();
    GitRequest named = GitRequest.parse(request.getPathInfo());
    if (refused.reason() != GitRefusedException.Reason.MOVED || target == null || named == null) {
      return refusal(refused);
    }
    int slash = target.indexOf('/');
    String path =
        request.getContextPath()
            + "/"
            + target.substring(0, slash).toLowerCase(Locale.ROOT)
            + target.substring(slash)
            + ".git"
            + named.suffix();
    String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
    LOG.debug("{} redirects to {}", request.getRequestURI(), target);
    return new HttpRefusal(
        request.getMethod().equals("POST") ? 308 : HttpServletResponse.SC_MOVED_PERMANENTLY,
        String.valueOf(refused.getMessage()),
        encode(path) + query,
        null);
  }

  private static String base(HttpServletRequest request) {
    String context = request.getContextPath();
    return context.substring(0, context.length() - GitContext.PATH.length());
  }

  private static String encode(String path) {
    try {
      return new URI(null, null, path, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("Not a path: " + path, e);
    }
  }

  /** {@link GitRefusedException.Reason#MOVED} is the servlet's own. */
  private static HttpRefusal refusal(GitRefusedException refused) {
    String sentence = String.valueOf(refused.getMessage());
    return switch (refused.reason()) {
      case UNAUTHENTICATED -> HttpRefusal.unauthenticated(sentence);
      case NOT_FOUND, MOVED -> HttpRefusal.of(HttpServletResponse.SC_NOT_FOUND, sentence);
      case NOT_PERMITTED, READ_ONLY -> HttpRefusal.of(HttpServletResponse.SC_FORBIDDEN, sentence);
      case TOO_MANY_REQUESTS ->
          new HttpRefusal(TOO_MANY_REQUESTS, sentence, null, refused.retryAfter());
      case UNAVAILABLE -> HttpRefusal.later(sentence);
      case MALFORMED -> HttpRefusal.of(HttpServletResponse.SC_BAD_REQUEST, sentence);
    };
  }
}

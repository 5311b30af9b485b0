package org.packhouse.app.upkeep.imports.transfer;

import static org.packhouse.app.platform.refusal.InvalidFieldException.quote;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns git's errors about another server into sentences for the user. */
final class RemoteFailures {

  private static final Pattern STATUS = Pattern.compile("requested URL returned error: (\\d{3})");

  private final @Nullable Credentials credentials;

  RemoteFailures(@Nullable Credentials credentials) {
    this.credentials = credentials;
  }

  ImportFailedException of(GitWords words) {
    ImportFailedException found = authentication(words);
    if (found == null) {
      found = status(words);
    }
    if (found == null) {
      found = connection(words);
    }
    if (found == null) {
      found = content(words);
    }
    return found == null
        ? failure(ImportProblem.REMOTE_FAILED, "Git could not fetch: " + said(words), words)
        : found;
  }

  private @Nullable ImportFailedException authentication(GitWords words) {
    if (!words.say("authentication failed", "could not read username", "could not read password")) {
      return null;
    }
    return failure(
        ImportProblem.AUTHENTICATION,
        credentials == null
            ? "The other server asks for a user name and password: the repository is private, or is"
                + " not there."
            : "The other server did not accept the user name and password.",
        words);
  }

  private @Nullable ImportFailedException status(GitWords words) {
    if (words.say("' not found", "returned error: 404", "returned error: 410")) {
      return failure(
          ImportProblem.NOT_FOUND, "The other server has no repository at that address.", words);
    }
    Matcher matcher = STATUS.matcher(words.reason());
    if (!matcher.find()) {
      return null;
    }
    int status = Integer.parseInt(matcher.group(1));
    if (status >= 300 && status < 400) {
      return failure(
          ImportProblem.REDIRECTED,
          "The other server leads to another address (status %d), which is not followed: give the"
                  .formatted(status)
              + " address that it leads to.",
          words);
    }
    return status == 403
        ? failure(
            ImportProblem.AUTHENTICATION, "The other server refuses access (status 403).", words)
        : failure(
            ImportProblem.REMOTE_FAILED,
            "The other server answered with status %d.".formatted(status),
            words);
  }

  private @Nullable ImportFailedException connection(GitWords words) {
    if (words.say("could not resolve host")) {
      return failure(ImportProblem.HOST_UNKNOWN, "The host is not known.", words);
    }
    if (words.say("certificate", "ssl", "tls")) {
      return failure(
          ImportProblem.CERTIFICATE,
          "The other server's certificate was not accepted: " + said(words),
          words);
    }
    if (words.say("operation too slow", "timed out")) {
      return failure(
          ImportProblem.TIMEOUT, "The other server did not answer, or sent nothing more.", words);
    }
    if (words.say(
        "failed to connect",
        "couldn't connect",
        "connection refused",
        "connection reset",
        "empty reply",
        "recv failure",
        "transfer closed",
        "early eof",
        "unexpected disconnect",
        "hung up unexpectedly")) {
      return failure(
          ImportProblem.UNREACHABLE,
          "The other server cannot be reached, or broke off: " + said(words),
          words);
    }
    return null;
  }

  private @Nullable ImportFailedException content(GitWords words) {
    if (words.say("sha256", "mismatched algorithms", "hash algorithm", "object format")) {
      return failure(ImportProblem.FORMAT, Sentences.SHA_256, words);
    }
    if (words.say("no space left")) {
      return failure(ImportProblem.DISK_FULL, Sentences.DISK_FULL, words);
    }
    if (words.say("out of memory", "cannot allocate", "memory exhausted")) {
      return failure(
          ImportProblem.TOO_LARGE,
          "An object or a response takes more memory than import.max-memory allows.",
          words);
    }
    if (words.say("shallow")) {
      return failure(ImportProblem.INCOMPLETE, Sentences.SHALLOW, words);
    }
    if (words.say("fsck error", "error in object", "bad object", "index-pack failed")) {
      return failure(
          ImportProblem.BROKEN, "An object of the repository is broken: " + said(words), words);
    }
    if (words.say("did not send all necessary objects", "missing")) {
      return failure(ImportProblem.INCOMPLETE, Sentences.INCOMPLETE, words);
    }
    return words.say("protocol error", "not valid: is this a git repository", "bad line length")
        ? failure(ImportProblem.NOT_A_REPOSITORY, Sentences.NOT_GIT, words)
        : null;
  }

  private ImportFailedException failure(ImportProblem problem, String sentence, GitWords words) {
    String remote = words.ofRemote();
    return new ImportFailedException(
        problem,
        remote.isEmpty() ? sentence : sentence + " It says: " + quote(withoutSecret(remote)));
  }

  private String said(GitWords words) {
    String reason = withoutSecret(words.reason());
    return reason.length() > 300 ? reason.substring(0, 300) + "..." : reason;
  }

  private String withoutSecret(String text) {
    return credentials == null ? text : credentials.removedFrom(text);
  }
}

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

  ImportFailedException of(GitOutput output) {
    ImportFailedException found = authentication(output);
    if (found == null) {
      found = status(output);
    }
    if (found == null) {
      found = connection(output);
    }
    if (found == null) {
      found = content(output);
    }
    return found == null
        ? failure(ImportProblem.REMOTE_FAILED, "Git could not fetch: " + said(output), output)
        : found;
  }

  private @Nullable ImportFailedException authentication(GitOutput output) {
    if (!output.contains(
        "authentication failed", "could not read username", "could not read password")) {
      return null;
    }
    return failure(
        ImportProblem.AUTHENTICATION,
        credentials == null
            ? "The other server asks for a user name and password: the repository is private, or is"
                + " not there."
            : "The other server did not accept the user name and password.",
        output);
  }

  private @Nullable ImportFailedException status(GitOutput output) {
    if (output.contains("' not found", "returned error: 404", "returned error: 410")) {
      return failure(
          ImportProblem.NOT_FOUND, "The other server has no repository at that address.", output);
    }
    Matcher matcher = STATUS.matcher(output.reason());
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
          output);
    }
    return status == 403
        ? failure(
            ImportProblem.AUTHENTICATION, "The other server refuses access (status 403).", output)
        : failure(
            ImportProblem.REMOTE_FAILED,
            "The other server answered with status %d.".formatted(status),
            output);
  }

  private @Nullable ImportFailedException connection(GitOutput output) {
    if (output.contains("could not resolve host")) {
      return failure(ImportProblem.HOST_UNKNOWN, "The host is not known.", output);
    }
    if (output.contains("certificate", "ssl", "tls")) {
      return failure(
          ImportProblem.CERTIFICATE,
          "The other server's certificate was not accepted: " + said(output),
          output);
    }
    if (output.contains("operation too slow", "timed out")) {
      return failure(
          ImportProblem.TIMEOUT, "The other server did not answer, or sent nothing more.", output);
    }
    if (output.contains(
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
          "The other server cannot be reached, or broke off: " + said(output),
          output);
    }
    return null;
  }

  private @Nullable ImportFailedException content(GitOutput output) {
    if (output.contains("sha256", "mismatched algorithms", "hash algorithm", "object format")) {
      return failure(ImportProblem.FORMAT, ImportMessages.SHA_256, output);
    }
    if (output.contains("no space left")) {
      return failure(ImportProblem.DISK_FULL, ImportMessages.DISK_FULL, output);
    }
    if (output.contains("out of memory", "cannot allocate", "memory exhausted")) {
      return failure(
          ImportProblem.TOO_LARGE,
          "An object or a response takes more memory than the %d MB that an import may take."
              .formatted(GitRunner.MAX_MEMORY.toMegabytes()),
          output);
    }
    if (output.contains("shallow")) {
      return failure(ImportProblem.INCOMPLETE, ImportMessages.SHALLOW, output);
    }
    if (output.contains("fsck error", "error in object", "bad object", "index-pack failed")) {
      return failure(
          ImportProblem.BROKEN, "An object of the repository is broken: " + said(output), output);
    }
    if (output.contains("did not send all necessary objects", "missing")) {
      return failure(ImportProblem.INCOMPLETE, ImportMessages.INCOMPLETE, output);
    }
    return output.contains(
            "protocol error", "not valid: is this a git repository", "bad line length")
        ? failure(ImportProblem.NOT_A_REPOSITORY, ImportMessages.NOT_GIT, output)
        : null;
  }

  private ImportFailedException failure(ImportProblem problem, String sentence, GitOutput output) {
    String remote = output.remoteMessage();
    return new ImportFailedException(
        problem,
        remote.isEmpty() ? sentence : sentence + " It says: " + quote(withoutSecret(remote)));
  }

  private String said(GitOutput output) {
    String reason = withoutSecret(output.reason());
    return reason.length() > 300 ? reason.substring(0, 300) + "..." : reason;
  }

  private String withoutSecret(String text) {
    return credentials == null ? text : credentials.removedFrom(text);
  }
}

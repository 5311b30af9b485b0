package org.packhouse.app.upkeep.imports.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.LenientObjectChecker;
import org.packhouse.app.storage.objects.StagedRepositories.StagedRepository;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitCommand.Streams;
import org.springframework.stereotype.Component;

/**
 * Fetches from another server. Git connects to the checked addresses, follows no redirect, uses no
 * proxy, and gets credentials by a pipe: no argument, variable or file has them.
 */
@Component
public class RemoteGit {

  private static final byte[] NOTHING = {};

  /** Answers git's request for credentials; it stores and erases none. */
  private static final String HELPER =
      "!f() { test \"$1\" != get || cat <&" + Streams.HELPER_INPUT + "; }; f";

  private static final List<String> REFS =
      List.of(
          "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*", "+refs/notes/*:refs/notes/*");

  private final GitRunner git;
  private final ImportSettings settings;

  RemoteGit(GitRunner git, ImportSettings settings) {
    this.git = git;
    this.settings = settings;
  }

  /** Returns the full name of HEAD's branch; null: none or unknown. */
  public @Nullable String fetch(
      RunningImport running,
      PinnedRemote remote,
      @Nullable Credentials credentials,
      StagedRepository staged)
      throws IOException, ImportFailedException, ImportCancelledException {
    running.expectWithin(
        settings.connectTimeout(),
        "The other server has not said what it has within %d s."
            .formatted(settings.connectTimeout().toSeconds()));
    RemoteHead head = look(running, remote, credentials, staged.directory());
    running.expectWithin(settings.timeout(), "It took longer than " + settings.timeout() + ".");
    running.enter(ImportPhase.COUNTING);
    receive(running, remote, credentials, staged.directory());
    return head.branch();
  }

  private static final class RemoteHead {
    private final GitOutput output = new GitOutput();
    private @Nullable String branch;
    private boolean speaksGit;
    private boolean otherFormat;

    void take(String line) {
      if (line.contains(" packet: ")) {
        speaksGit = true;
      } else if (line.startsWith("ref: refs/heads/") && line.endsWith("\tHEAD")) {
        branch = line.substring("ref: ".length(), line.length() - "\tHEAD".length());
      } else if (line.matches("[0-9a-f]{64}\t.*")) {
        otherFormat = true;
      } else {
        output.add(line);
      }
    }

    @Nullable String branch() {
      return branch;
    }
  }

  private RemoteHead look(
      RunningImport running, PinnedRemote remote, @Nullable Credentials credentials, Path directory)
      throws IOException, ImportFailedException, ImportCancelledException {
    GitCommand command =
        connecting(
                GitCommand.in(
                    directory, "ls-remote", "--symref", "--", remote.url().toString(), "HEAD"),
                remote,
                credentials)
            // A web page is taken for a repository without refs by git; packets tell them apart.
            .environment("GIT_TRACE_PACKET", "1");
    RemoteHead head = new RemoteHead();
    int code = git.run(running, command, secret(credentials), head::take);
    if (head.otherFormat) {
      throw new ImportFailedException(ImportProblem.FORMAT, ImportMessages.SHA_256);
    }
    if (code != 0) {
      throw new RemoteFailures(credentials).of(head.output);
    }
    if (!head.speaksGit) {
      throw new ImportFailedException(ImportProblem.NOT_A_REPOSITORY, ImportMessages.NOT_GIT);
    }
    return head;
  }

  private static final class Received {
    private final RunningImport running;
    private final GitOutput output = new GitOutput();
    private boolean pack;
    private boolean refs;

    Received(RunningImport running) {
      this.running = running;
    }

    void take(String line) {
      ImportProgress progress = ProgressLines.parse(line, running.progress());
      if (progress == null) {
        refs |= line.startsWith(" * [new ");
        output.add(line);
      } else {
        pack |= progress.phase() == ImportPhase.RECEIVING;
        running.report(progress);
      }
    }
  }

  private void receive(
      RunningImport running, PinnedRemote remote, @Nullable Credentials credentials, Path directory)
      throws IOException, ImportFailedException, ImportCancelledException {
    GitCommand command =
        connecting(
                GitCommand.in(
                    directory,
                    "fetch",
                    "--progress",
                    "--no-tags",
                    "--no-write-fetch-head",
                    "--no-auto-maintenance",
                    "--",
                    remote.url().toString()),
                remote,
                credentials)
            .and(REFS)
            .with("fetch.fsckObjects", "true")
            .with("fetch.unpackLimit", "1")
            // What is taken over is forced to disk then.
            .with("core.fsync", "none");
    for (String setting : LenientObjectChecker.harmlessToGit()) {
      command = command.with("fetch.fsck." + setting, "warn");
    }
    Received received = new Received(running);
    int code = git.run(running, command, secret(credentials), received::take);
    if (code != 0) {
      throw new RemoteFailures(credentials).of(received.output);
    }
    if (received.refs && !received.pack) {
      // Files fetched one by one, by the protocol without a Git program, pass no check.
      throw new ImportFailedException(ImportProblem.NOT_A_REPOSITORY, ImportMessages.NOT_GIT);
    }
  }

  private static byte[] secret(@Nullable Credentials credentials) {
    return credentials == null ? NOTHING : credentials.forGit().getBytes(StandardCharsets.UTF_8);
  }

  private GitCommand connecting(
      GitCommand command, PinnedRemote remote, @Nullable Credentials credentials) {
    GitCommand safe =
        command
            .environment("GIT_ALLOW_PROTOCOL", "https:http")
            .with("http.followRedirects", "false")
            .with("http.proxy", "")
            .with("http.curloptResolve", remote.resolve())
            .with("http.lowSpeedLimit", "1")
            .with("http.lowSpeedTime", String.valueOf(settings.idleTimeout().toSeconds()))
            .with("credential.helper", "");
    Path authorities = settings.caCertificates();
    if (authorities != null) {
      safe = safe.with("http.sslCAInfo", authorities.toString());
    }
    return credentials == null ? safe : safe.with("credential.helper", HELPER);
  }
}

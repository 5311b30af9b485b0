package org.packhouse.app.engine.ssh;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.engine.git.GitService;

/** A git command that a client asks for, with the repository's path as the client wrote it. */
record GitRequest(GitService service, String path) {

  private static final int MAX_LENGTH = 4096;

  /** Parses {@code git-upload-pack 'path'} and {@code git upload-pack 'path'}; empty if another. */
  static Optional<GitRequest> parse(String commandLine) {
    if (commandLine.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "The command has %d characters; at most %d are allowed."
              .formatted(commandLine.length(), MAX_LENGTH));
    }
    List<String> words = new ArrayList<>(CommandLine.split(commandLine));
    if (words.size() > 1 && words.get(0).equals("git")) {
      words.remove(0);
      words.set(0, "git-" + words.get(0));
    }
    if (words.isEmpty()) {
      return Optional.empty();
    }
    for (GitService service : GitService.values()) {
      if (service.command().equals(words.get(0))) {
        return Optional.of(new GitRequest(service, path(service, words.subList(1, words.size()))));
      }
    }
    return Optional.empty();
  }

  private static String path(GitService service, List<String> arguments) {
    List<String> paths = new ArrayList<>(arguments);
    // git sends --strict and --timeout= to its own server alone; other clients were seen to send
    // them
    paths.removeIf(argument -> argument.equals("--strict") || argument.startsWith("--timeout="));
    if (paths.size() != 1) {
      throw new IllegalArgumentException(
          "%s takes one argument, the path of a repository, but got %d."
              .formatted(service.command(), paths.size()));
    }
    return paths.get(0);
  }
}

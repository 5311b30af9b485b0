package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.e2e.harness.Bundles;
import org.packhouse.e2e.harness.Shell;

/** Pushes a real repository with everything in it and clones it back in every way. */
record RoundTrip(Shell shell, String url) {

  private static final String REFS = "--format=%(objectname) %(refname)";

  /** The whole way with one bundle. */
  void run(String bundle) {
    Path source = Bundles.mirror(shell, bundle);
    shell.git(source, "push", "-q", "--mirror", url);
    for (String protocol : List.of("0", "2")) {
      cloneAll(source, protocol);
      cloneShallow(protocol);
      cloneWithoutBlobs(protocol);
      cloneOneBranch(protocol);
      fetchAnOldCommit(source, protocol);
    }
  }

  private void cloneAll(Path source, String protocol) {
    Path copy = clone("all", protocol, "--mirror");
    shell.git(copy, "fsck", "--full", "--no-dangling");
    assertThat(shell.git(copy, "for-each-ref", REFS))
        .isEqualTo(shell.git(source, "for-each-ref", REFS));
  }

  private void cloneShallow(String protocol) {
    Path copy = clone("shallow", protocol, "--depth", "1");
    assertThat(shell.git(copy, "rev-list", "--count", "HEAD").strip()).isEqualTo("1");
    shell.git(copy, "fsck", "--full", "--no-dangling");
  }

  private void cloneWithoutBlobs(String protocol) {
    Path copy = clone("partial", protocol, "--filter=blob:none");
    assertThat(shell.git(copy, "status", "--porcelain")).isEmpty();
    assertThat(shell.git(copy, "rev-list", "--objects", "--missing=print", "HEAD")).contains("\n?");
    shell.git(copy, "fsck", "--full", "--no-dangling");
  }

  private void cloneOneBranch(String protocol) {
    Path copy = clone("single", protocol, "--single-branch", "--no-tags");
    assertThat(shell.git(copy, "for-each-ref", "--format=x", "refs/remotes").lines()).hasSize(2);
    shell.git(copy, "fsck", "--full", "--no-dangling");
  }

  private void fetchAnOldCommit(Path source, String protocol) {
    String old = shell.git(source, "rev-list", "--max-count=1", "--skip=100", "HEAD").strip();
    Path empty = shell.home().resolve("one-commit-" + protocol);
    shell.run("git", "init", "-q", empty.toString());
    for (List<String> depth : List.of(List.of("--depth=1"), List.of("--unshallow"))) {
      List<String> fetch = new ArrayList<>(List.of("-c", "protocol.version=" + protocol, "fetch"));
      fetch.addAll(depth);
      fetch.addAll(List.of("-q", url, old));
      shell.git(empty, fetch.toArray(String[]::new));
      assertThat(shell.git(empty, "rev-parse", "FETCH_HEAD").strip()).isEqualTo(old);
      shell.git(empty, "fsck", "--full", "--no-dangling");
    }
    String count = shell.git(source, "rev-list", "--count", old);
    assertThat(shell.git(empty, "rev-list", "--count", "FETCH_HEAD")).isEqualTo(count);
  }

  private Path clone(String name, String protocol, String... options) {
    Path copy = shell.home().resolve(name + "-" + protocol);
    String[] command = new String[options.length + 7];
    System.arraycopy(
        new String[] {"git", "-c", "protocol.version=" + protocol, "clone", "-q"},
        0,
        command,
        0,
        5);
    System.arraycopy(options, 0, command, 5, options.length);
    command[command.length - 2] = url;
    command[command.length - 1] = copy.toString();
    shell.run(command);
    return copy;
  }
}

package org.packhouse.lab.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.target.Endpoint.Credentials;
import org.packhouse.lab.target.Endpoint.SshEndpoint;

/** Real git at an endpoint. */
record Client(Shell shell, Endpoint endpoint) {

  /** The URL of a repository over HTTP or HTTPS. */
  String url(boolean tls, String repository) {
    URI base = Objects.requireNonNull(tls ? endpoint.https() : endpoint.http());
    Credentials credentials = Objects.requireNonNull(endpoint.credentials());
    return "%s://%s:%s@%s%s%s.git"
        .formatted(
            base.getScheme(),
            credentials.user(),
            credentials.password(),
            base.getAuthority(),
            endpoint.scm(),
            repository);
  }

  /** The URL over SSH; git uses the endpoint's key from now on. */
  String sshUrl(String repository) {
    SshEndpoint ssh = Objects.requireNonNull(endpoint.ssh());
    shell.with(
        "GIT_SSH_COMMAND",
        "ssh -F none -o BatchMode=yes -o IdentitiesOnly=yes -o StrictHostKeyChecking=no"
            + " -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -i '"
            + ssh.key()
            + "'");
    String prefix = ssh.prefix().startsWith("/") ? ssh.prefix() : "/" + ssh.prefix();
    return "ssh://%s@%s:%d%s%s.git"
        .formatted(ssh.user(), ssh.host(), ssh.port(), prefix, repository);
  }

  /** Clones, commits, pushes and looks whether it has arrived. */
  void cloneAndPush(String url, String name) {
    Path copy = shell.home().resolve("copy-" + name);
    shell.run("git", "clone", "-q", url, copy.toString());
    shell.git(copy, "fsck", "--full", "--no-dangling");
    shell.git(copy, "checkout", "-q", "-b", name);
    shell.commit(copy, name + ".txt", name + "\n");
    shell.git(copy, "push", "-q", "origin", name);
    assertThat(shell.git(copy, "ls-remote", url, "refs/heads/" + name))
        .startsWith(shell.git(copy, "rev-parse", "HEAD").strip());
  }
}

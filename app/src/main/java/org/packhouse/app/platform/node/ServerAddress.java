package org.packhouse.app.platform.node;

/**
 * The address at which people and clients reach this server; every generated URL begins with it.
 */
public interface ServerAddress {

  /**
   * The base URL with context path and without a slash at the end, {@code
   * https://git.example.org/git}.
   */
  String baseUrl();

  /** {@code <base>/scm/key/slug.git}, the key in lower case. */
  String httpCloneUrl(String projectKey, String slug);

  /** {@code ssh://git@host:7999/key/slug.git}, the key in lower case. */
  String sshCloneUrl(String projectKey, String slug);
}

package org.packhouse.app.platform.node;

/** The public address of this server, with which every generated URL begins. */
public interface ServerAddress {

  /** Returns the URL with context path, without slash: {@code https://git.example.org/git}. */
  String baseUrl();

  /** Returns {@code <base>/scm/key/slug.git}, with the key in lower case. */
  String httpCloneUrl(String projectKey, String slug);

  /** Returns {@code ssh://git@host:7999/key/slug.git}, with the key in lower case. */
  String sshCloneUrl(String projectKey, String slug);
}

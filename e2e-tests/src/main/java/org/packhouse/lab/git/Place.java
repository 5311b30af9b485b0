package org.packhouse.lab.git;

import java.net.URI;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.lab.target.Endpoint;

/**
 * The places of things on a server.
 *
 * @param context what stands before all paths of the server
 * @param scm what stands before a repository's name in the path that git uses
 * @param project the project in the REST API; empty if the server has another one
 */
public record Place(String context, String scm, String project) {

  private static final Pattern DIALECT = Pattern.compile("(.*)/scm/([^/]+)/");

  static Place of(URI base, Endpoint endpoint) {
    String path = Objects.requireNonNullElse(base.getRawPath(), "");
    String before = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    Matcher dialect = DIALECT.matcher(before + endpoint.scm());
    return dialect.matches()
        ? new Place(dialect.group(1), before + endpoint.scm(), dialect.group(2))
        : new Place(before, before + endpoint.scm(), "");
  }

  /** A repository as git asks for it. */
  String git(String repository) {
    return scm + repository + ".git";
  }

  /** A repository's file. */
  public String file(String repository) {
    return git(repository);
  }

  /** A resource: below the repository, or from the root if its path begins with a slash. */
  public String rest(String path, String repository) {
    return below("/rest/api/latest", path, repository);
  }

  /** A page: below the repository, or from the root if its path begins with a slash. */
  public String page(String path, String repository) {
    return below("", path, repository);
  }

  private String below(String root, String path, String repository) {
    if (path.startsWith("/")) {
      return context + path.replace("{repository}", repository);
    }
    if (project.isEmpty()) {
      throw new IllegalArgumentException(
          "The server has no projects: the path \"%s\" must begin with a slash".formatted(path));
    }
    String rest = path.isEmpty() || path.startsWith("?") ? path : "/" + path;
    return context + root + "/projects/" + project + "/repos/" + repository + rest;
  }
}

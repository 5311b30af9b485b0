package org.packhouse.app.hosting.repository;

import static org.packhouse.app.platform.refusal.InvalidFieldException.quote;

import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;

/** The refusal when there is no such repository, or the caller may not know of it. */
public final class NoSuchRepositoryException extends NoSuchException {

  private static final long serialVersionUID = 1L;

  public NoSuchRepositoryException(String projectKey, String slug) {
    super(Thing.REPOSITORY, "Repository " + shown(projectKey + "/" + slug) + " does not exist.");
  }

  public NoSuchRepositoryException(long id) {
    super(Thing.REPOSITORY, "Repository " + id + " does not exist.");
  }

  private static String shown(String path) {
    String quoted = quote(path);
    return quoted.length() == path.length() + 2 ? path : quoted;
  }
}

package org.packhouse.app.web;

import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;

/** A repository that the caller may read; {@code link} is its page, without the context path. */
public record RepositoryView(
    Repository repository,
    Caller caller,
    String link,
    String httpCloneUrl,
    String sshCloneUrl,
    boolean mayWrite,
    boolean mayAdminister)
    implements ResourceView {

  @Override
  public ResourceId id() {
    return new RepositoryId(repository.id());
  }

  @Override
  public Resource resource() {
    return new Resource(repository.project(), repository);
  }
}

package org.packhouse.app.web;

import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.ResourceId;

/** A project or a repository, for pages that serve the paths of both. */
public sealed interface ResourceView permits ProjectView, RepositoryView {

  /** The address of its page, without the context path. */
  String link();

  /** What permissions, keys and tokens go by. */
  ResourceId id();

  /** It, as features know it. */
  Resource resource();
}

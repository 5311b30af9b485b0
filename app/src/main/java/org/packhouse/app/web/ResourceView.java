package org.packhouse.app.web;

import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.ResourceId;

/** A project or a repository, for pages that serve the paths of both. */
public sealed interface ResourceView permits ProjectView, RepositoryView {

  /** Returns the page's path, without the context path. */
  String link();

  ResourceId id();

  Resource resource();
}

package org.packhouse.app.hosting.fork;

import org.packhouse.app.hosting.repository.Repository;

/** An application event: a repository was forked, and the fork is there. */
public record RepositoryForked(Repository origin, Repository fork) {}

package org.packhouse.app.hosting.fork;

import org.packhouse.app.hosting.repository.Repository;

/** An application event: a fork was created and is available. */
public record RepositoryForked(Repository origin, Repository fork) {}

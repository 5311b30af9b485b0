package org.packhouse.app.networks.fork;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.platform.outbox.OutboxListener;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Has one fork follow its origin, in the background. */
@Component
class FollowingForks implements OutboxListener {

  private final Repositories repositories;
  private final Upstreams upstreams;
  private final SyncRows rows;

  // It moves refs, which the outbox tells its listeners of, of which this is one.
  private final ObjectProvider<Synchronization> synchronization;

  FollowingForks(
      Repositories repositories,
      Upstreams upstreams,
      SyncRows rows,
      ObjectProvider<Synchronization> synchronization) {
    this.repositories = repositories;
    this.upstreams = upstreams;
    this.rows = rows;
    this.synchronization = synchronization;
  }

  @Override
  public String name() {
    return "following-forks";
  }

  @Override
  public String type() {
    return OriginMoves.TYPE;
  }

  @Override
  public void deliver(Event event) {
    Repository fork =
        repositories
            .findById(event.repositoryId())
            .filter(it -> it.state() == RepositoryState.AVAILABLE && !it.archived())
            .orElse(null);
    if (fork == null || !rows.find(fork.id()).enabled()) {
      return;
    }
    Repository origin = upstreams.of(fork).orElse(null);
    if (origin != null) {
      try {
        synchronization.getObject().follow(fork, origin, OriginMoves.fromJson(event.payload()));
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot synchronise " + fork.path(), e);
      }
    }
  }
}

package org.packhouse.app.review.pullrequest;

import java.util.List;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.outbox.OutboxListener;
import org.packhouse.app.platform.outbox.OutboxListeners;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Delivers activities to each {@link PullRequestListener} by an outbox listener of its own. */
@Component
class ActivityDelivery implements OutboxListeners {

  static final String TYPE = "pull-request-activity";
  private static final JsonMapper JSON = JsonMappers.stored();

  private final List<PullRequestListener> listeners;
  private final PullRequestRows rows;
  private final Repositories repositories;

  ActivityDelivery(
      List<PullRequestListener> listeners, PullRequestRows rows, Repositories repositories) {
    this.listeners = listeners;
    this.rows = rows;
    this.repositories = repositories;
  }

  record Payload(long number, Activity activity) {}

  static String payload(long number, Activity activity) {
    return JSON.writeValueAsString(new Payload(number, activity));
  }

  @Override
  public List<OutboxListener> all() {
    return listeners.stream().<OutboxListener>map(Subscription::new).toList();
  }

  private final class Subscription implements OutboxListener {

    private final PullRequestListener listener;

    Subscription(PullRequestListener listener) {
      this.listener = listener;
    }

    @Override
    public String name() {
      return listener.name();
    }

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public void deliver(Event event) {
      Payload payload = JSON.readValue(event.payload(), Payload.class);
      Optional<Repository> target =
          repositories.findById(event.repositoryId()).filter(listener::hearsOf);
      if (target.isEmpty()) {
        return;
      }
      Optional<PullRequest> now = rows.find(event.repositoryId(), payload.number());
      now.ifPresent(it -> listener.happened(target.get(), it, payload.activity()));
    }
  }
}

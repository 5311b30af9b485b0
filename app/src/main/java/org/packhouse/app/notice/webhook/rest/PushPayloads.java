package org.packhouse.app.notice.webhook.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.notice.webhook.WebhookEvent;
import org.packhouse.app.notice.webhook.WebhookPublisher;
import org.packhouse.app.notice.webhook.WebhookPublisher.EventActor;
import org.packhouse.app.notice.webhook.WebhookPublisher.Occurrence;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitAccounts;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.source.commit.rest.CommitViews;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefsMoved;
import org.packhouse.hooks.SelectiveListener;
import org.springframework.stereotype.Component;

/** Publishes moves of branches and tags, with the commits that they brought. */
@Component
class PushPayloads implements SelectiveListener {

  private static final int MAX_COMMITS = 25;
  private static final int MAX_CHANGES = 500;

  private final Repositories repositories;
  private final WebhookPublisher publisher;
  private final RepositoryViews views;
  private final OpenRepositories open;
  private final CommitLog log;
  private final CommitViews commits;
  private final CommitAccounts accounts;

  PushPayloads(
      Repositories repositories,
      WebhookPublisher publisher,
      RepositoryViews views,
      OpenRepositories open,
      CommitLog log,
      CommitViews commits,
      CommitAccounts accounts) {
    this.repositories = repositories;
    this.publisher = publisher;
    this.views = views;
    this.open = open;
    this.log = log;
    this.commits = commits;
    this.accounts = accounts;
  }

  @Override
  public String name() {
    return "webhooks";
  }

  // Most repositories have no webhook.
  @Override
  public boolean isConcerned(List<RefsMoved> events) {
    return repositories
        .findById(events.getFirst().repository().value())
        .filter(publisher::hasReceivers)
        .isPresent();
  }

  @Override
  public void refsMoved(List<RefsMoved> events) {
    Map<String, List<RefChange>> shown = new LinkedHashMap<>();
    List<Occurrence> happened = new ArrayList<>();
    for (RefsMoved event : events) {
      List<RefChange> changes = event.changes().stream().filter(PushPayloads::isShown).toList();
      if (!changes.isEmpty()) {
        shown.put(event.id().toString(), changes);
        happened.add(
            new Occurrence(
                WebhookEvent.REFS_CHANGED,
                event.id().toString(),
                new EventActor(event.actor().userId(), event.actor().name()),
                event.time()));
      }
    }
    Optional<Repository> repository =
        happened.isEmpty()
            ? Optional.empty()
            : repositories.findById(events.getFirst().repository().value());
    if (repository.isPresent()) {
      publisher.publishAll(
          repository.get(),
          happened,
          () -> {
            Map<String, Map<String, Object>> payloads = payloads(repository.get(), shown);
            return it -> payloads.getOrDefault(it.source(), Map.of());
          });
    }
  }

  private static boolean isShown(RefChange change) {
    return change.refName().startsWith(RefNames.HEADS)
        || change.refName().startsWith(RefNames.TAGS);
  }

  /** Returns the payloads by the source of their occurrence. */
  private Map<String, Map<String, Object>> payloads(
      Repository repository, Map<String, List<RefChange>> shown) {
    Object view = views.of(repository);
    Map<String, Map<String, Object>> payloads = new LinkedHashMap<>();
    shown.forEach((key, changes) -> {
      Map<String, Object> payload = new LinkedHashMap<>();
      payload.put("repository", view);
      payload.put("changes", changes.stream().limit(MAX_CHANGES).map(PushPayloads::view).toList());
      payloads.put(key, payload);
    });
    try (OpenRepository disk = open.open(repository.id())) {
      Map<String, List<Commit>> brought = new LinkedHashMap<>();
      for (Map.Entry<String, List<RefChange>> each : shown.entrySet()) {
        if (each.getValue().size() == 1) {
          brought.put(each.getKey(), brought(disk, each.getValue().getFirst()));
        }
      }
      addCommits(payloads, brought);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + repository.path(), e);
    }
    return payloads;
  }

  /** Adds all commits at once, with one statement at most for the users that they name. */
  private void addCommits(
      Map<String, Map<String, Object>> payloads, Map<String, List<Commit>> brought) {
    List<Commit> all = brought.values().stream().flatMap(List::stream).toList();
    List<CommitView> views = commits.of(all, accounts.ofLastMinute(all));
    int at = 0;
    for (Map.Entry<String, List<Commit>> each : brought.entrySet()) {
      List<CommitView> own = views.subList(at, at + each.getValue().size());
      at += own.size();
      if (!own.isEmpty()) {
        Map<String, Object> payload = Objects.requireNonNull(payloads.get(each.getKey()));
        payload.put("commits", own);
        payload.put("toCommit", own.getFirst());
      }
    }
  }

  /** Returns commits that the ref reaches now and did not before, the newest first. */
  private List<Commit> brought(OpenRepository open, RefChange change) throws IOException {
    if (change.kind() == RefChange.Kind.DELETE) {
      return List.of();
    }
    try {
      List<String> ids = idsBrought(open, change);
      Map<String, Commit> read = log.readAll(open, ids);
      return ids.stream().filter(read::containsKey).map(read::get).toList();
    } catch (MissingObjectException e) {
      // The ref has moved on and the objects were pruned: the change itself is still published.
      return List.of();
    }
  }

  private static List<String> idsBrought(OpenRepository open, RefChange change) throws IOException {
    List<String> ids = new ArrayList<>();
    try (HistoryWalk walk = open.newHistoryWalk()) {
      RevCommit tip = commit(walk, change, change.newId());
      if (tip == null) {
        return List.of();
      }
      walk.markStart(tip);
      RevCommit before =
          change.kind() == RefChange.Kind.ADD ? null : commit(walk, change, change.oldId());
      if (before != null) {
        walk.markUninteresting(before);
      }
      int most = change.kind() == RefChange.Kind.ADD ? 1 : MAX_COMMITS;
      for (RevCommit next = walk.next(); next != null && ids.size() < most; next = walk.next()) {
        ids.add(next.name());
      }
      if (ids.isEmpty()) {
        ids.add(tip.name());
      }
    }
    return ids;
  }

  /** Returns the commit of a ref; null: a tag of another object. */
  private static @Nullable RevCommit commit(RevWalk walk, RefChange change, ObjectId id)
      throws IOException {
    if (change.refName().startsWith(RefNames.HEADS)) {
      return OpenRepository.parseKnown(walk, id);
    }
    return walk.peel(walk.parseAny(id)) instanceof RevCommit commit ? commit : null;
  }

  private static Map<String, Object> view(RefChange change) {
    String name = change.refName();
    boolean tag = name.startsWith(RefNames.TAGS);
    Map<String, Object> ref = new LinkedHashMap<>();
    ref.put("id", name);
    ref.put("displayId", name.substring((tag ? RefNames.TAGS : RefNames.HEADS).length()));
    ref.put("type", tag ? "TAG" : "BRANCH");
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("ref", ref);
    view.put("refId", name);
    view.put("fromHash", change.oldId().name());
    view.put("toHash", change.newId().name());
    view.put("type", change.kind().name());
    return view;
  }
}

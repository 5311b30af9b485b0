package org.packhouse.app.networks.webhook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryViews;
import org.packhouse.app.networks.webhook.Happenings.Doer;
import org.packhouse.app.networks.webhook.Happenings.Happening;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitViews;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefsMoved;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Has receivers told which branches and tags have moved, with the commits that this brought. */
@Component
class PushedRefs implements PostReceiveListener {

  private static final int MAX_COMMITS = 25;
  private static final int MAX_CHANGES = 500;

  private final Repositories repositories;
  // These open repositories and read refs, which the outbox tells its listeners of.
  private final ObjectProvider<Parts> parts;

  PushedRefs(Repositories repositories, ObjectProvider<Parts> parts) {
    this.repositories = repositories;
    this.parts = parts;
  }

  /** Readers of what payloads show. */
  @Component
  record Parts(
      Happenings happenings,
      RepositoryViews views,
      OpenRepositories open,
      CommitLog log,
      CommitViews commits) {}

  @Override
  public String name() {
    return "webhooks";
  }

  @Override
  public void refsMoved(RefsMoved event) {
    List<RefChange> changes = event.changes().stream().filter(PushedRefs::isShown).toList();
    Optional<Repository> repository = repositories.findById(event.repository().value());
    if (changes.isEmpty() || repository.isEmpty()) {
      return;
    }
    Parts with = parts.getObject();
    with.happenings()
        .tell(
            repository.get(),
            new Happening(
                WebhookEvent.REFS_CHANGED,
                event.id().toString(),
                new Doer(event.actor().userId(), event.actor().name()),
                event.time()),
            () -> particulars(repository.get(), changes, with));
  }

  private static boolean isShown(RefChange change) {
    return change.refName().startsWith(RefNames.HEADS)
        || change.refName().startsWith(RefNames.TAGS);
  }

  private static Map<String, Object> particulars(
      Repository repository, List<RefChange> changes, Parts with) {
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("repository", with.views().of(repository));
    payload.put("changes", changes.stream().limit(MAX_CHANGES).map(PushedRefs::view).toList());
    if (changes.size() == 1) {
      try (OpenRepository open = with.open().open(repository.id())) {
        List<Commit> brought = brought(open, changes.getFirst(), with);
        if (!brought.isEmpty()) {
          List<?> shown = with.commits().of(brought);
          payload.put("commits", shown);
          payload.put("toCommit", shown.getFirst());
        }
      } catch (MissingObjectException e) {
        // Moved on, and what it had was removed: the change itself is still told.
        return payload;
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read " + repository.path(), e);
      }
    }
    return payload;
  }

  /** The commits that the ref reaches now and did not before, the newest first; some at most. */
  private static List<Commit> brought(OpenRepository open, RefChange change, Parts with)
      throws IOException {
    if (change.kind() == RefChange.Kind.DELETE) {
      return List.of();
    }
    List<String> ids = new ArrayList<>();
    try (RevWalk walk = new RevWalk(open.git())) {
      RevObject to = walk.peel(walk.parseAny(change.newId()));
      if (!(to instanceof RevCommit tip)) {
        return List.of();
      }
      walk.markStart(tip);
      if (!change.oldId().equals(ObjectId.zeroId())
          && walk.peel(walk.parseAny(change.oldId())) instanceof RevCommit before) {
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
    Map<String, Commit> read = with.log().readAll(open, ids);
    return ids.stream().filter(read::containsKey).map(read::get).toList();
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

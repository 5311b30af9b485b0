package org.packhouse.app.engine.git.receive;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.GitRepository;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.platform.throttle.queue.Waiting;
import org.packhouse.app.storage.objects.OwnObjects;
import org.packhouse.app.storage.objects.PackedRepository;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.Reachability;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * Checks that everything which new tips need is there. If the pack's objects are known, only those
 * are walked: a commit outside must be reached by a ref, and a tree or file outside must exist, for
 * all of a repository has passed this check and housekeeping keeps what a kept object needs.
 * Otherwise native git walks from the tips to the refs. Existence is not enough for borrowed
 * objects, see {@link BorrowedContent}, and for objects of a cruft pack alone, which may be removed
 * meanwhile: a ref must reach these.
 */
@Component
@Lazy
class Connectivity {

  private final RepositoryDirectories directories;
  private final GitProcesses processes;
  private final Tickets tickets;

  Connectivity(RepositoryDirectories directories, GitProcesses processes, Tickets tickets) {
    this.directories = directories;
    this.processes = processes;
    this.tickets = tickets;
  }

  /** Checks all tips; {@code brought} are the objects of the pack, null if unknown. */
  boolean isConnected(
      GitRepository target,
      Quarantine quarantine,
      RefSnapshot snapshot,
      Collection<ObjectId> tips,
      @Nullable Set<ObjectId> brought,
      Waiting waiting)
      throws IOException {
    long repositoryId = target.repository().id();
    if (brought == null) {
      try (Ticket ticket = tickets.acquire(target.ticket(Work.CONNECTIVITY), waiting);
          PackedRepository kept = directories.openPacked(repositoryId)) {
        return (kept.borrows() || !kept.keepsAll())
            ? isConnectedForGit(ticket, target, quarantine, snapshot, tips, kept)
            : isConnectedForGit(ticket, repositoryId, quarantine, tips);
      }
    }
    return isConnectedHere(repositoryId, quarantine, snapshot, tips, brought);
  }

  /** Reads the directories again before a refusal: a file system may show another node's late. */
  void reload(long repositoryId) {
    directories.reload(repositoryId);
  }

  private boolean isConnectedHere(
      long repositoryId,
      Quarantine quarantine,
      RefSnapshot snapshot,
      Collection<ObjectId> tips,
      Set<ObjectId> brought)
      throws IOException {
    try (Repository repository = quarantine.open();
        PackedRepository kept = directories.openPacked(repositoryId)) {
      if (!new BroughtObjects(repository, snapshot, brought, kept).isConnected(tips)) {
        return false;
      }
      Set<ObjectId> content =
          kept.borrows() ? new BorrowedContent(repository, brought).of(tips) : Set.of();
      return content.isEmpty() || mayHave(repositoryId, snapshot, content);
    } catch (MissingObjectException e) {
      return false;
    }
  }

  private boolean mayHave(long repositoryId, RefSnapshot snapshot, Collection<ObjectId> ids)
      throws IOException {
    try (Repository own = directories.open(repositoryId)) {
      return new Reachability(own, known(snapshot)).firstForbidden(ids).isEmpty();
    }
  }

  /** Returns what refs point to, and what annotated tags peel to. */
  static Set<ObjectId> known(RefSnapshot snapshot) {
    Set<ObjectId> known = new HashSet<>();
    for (RefSnapshot.Entry ref : snapshot.refs()) {
      known.add(ref.id());
      if (ref.peeled() != null) {
        known.add(ref.peeled());
      }
    }
    return known;
  }

  /**
   * With borrowed objects or cruft packs: what git finds to be new must have come with the push, be
   * the repository's own and kept, or be reached by its refs where git did not look.
   */
  private boolean isConnectedForGit(
      Ticket ticket,
      GitRepository target,
      Quarantine quarantine,
      RefSnapshot snapshot,
      Collection<ObjectId> tips,
      PackedRepository kept)
      throws IOException {
    long repositoryId = target.repository().id();
    Set<ObjectId> others = new HashSet<>();
    Set<ObjectId> unkept = new HashSet<>();
    try (Repository own = directories.open(repositoryId);
        Repository incoming = quarantine.open();
        GitProcess process = processes.start(ticket, revList(repositoryId, quarantine))) {
      send(process, tips);
      OwnObjects here = new OwnObjects(incoming);
      OwnObjects there = new OwnObjects(own);
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(process.stdout(), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          ObjectId id = ObjectId.fromString(line);
          if (!here.has(id)) {
            if (!there.has(id)) {
              others.add(id);
            } else if (!kept.keepsAll() && !kept.keeps(id)) {
              unkept.add(id);
            }
          }
        }
      }
      if (process.waitFor() != 0) {
        return false;
      }
      return (others.isEmpty() || mayHave(repositoryId, snapshot, others))
          && (unkept.isEmpty()
              || new Reachability(own, known(snapshot)).firstUnreached(unkept).isEmpty());
    }
  }

  private GitCommand revList(long repositoryId, Quarantine quarantine) throws IOException {
    return GitCommand.in(
            directories.check(repositoryId),
            "rev-list",
            "--objects",
            "--no-object-names",
            "--stdin",
            "--not",
            "--all")
        .environment(quarantine.environment())
        .niced();
  }

  private static void send(GitProcess process, Collection<ObjectId> tips) {
    StringBuilder lines = new StringBuilder();
    tips.forEach(tip -> lines.append(tip.name()).append('\n'));
    process.send(lines.toString().getBytes(StandardCharsets.US_ASCII));
  }

  private boolean isConnectedForGit(
      Ticket ticket, long repositoryId, Quarantine quarantine, Collection<ObjectId> tips)
      throws IOException {
    GitCommand command = revList(repositoryId, quarantine).and(List.of("--quiet"));
    try (GitProcess process = processes.start(ticket, command)) {
      send(process, tips);
      return process.waitFor() == 0;
    }
  }
}

package org.packhouse.app.networks.fork;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.storage.objects.GitCommand;
import org.packhouse.app.storage.objects.GitFailedException;
import org.packhouse.app.storage.objects.GitProcess;
import org.packhouse.app.storage.objects.GitProcesses;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.RepositoryFolders;
import org.packhouse.app.storage.refs.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.springframework.stereotype.Component;

/** What merging and rebasing a fork's branch in a quarantine have in common. */
@Component
class BranchRewrite {

  private static final int CONFLICTS = 1;

  private final RepositoryFolders folders;
  private final GitProcesses processes;
  private final RefUpdates updates;

  BranchRewrite(RepositoryFolders folders, GitProcesses processes, RefUpdates updates) {
    this.folders = folders;
    this.processes = processes;
    this.updates = updates;
  }

  /**
   * Merges two commits as native git does; the trees and files that arise are loose objects of the
   * quarantine.
   *
   * @return the tree; empty if the commits conflict
   */
  Optional<ObjectId> mergeTree(
      Repository fork, Quarantine quarantine, ObjectId mine, ObjectId theirs) throws IOException {
    GitCommand command =
        command(
            fork,
            quarantine,
            "merge-tree",
            "--write-tree",
            "--no-messages",
            mine.name(),
            theirs.name());
    try (GitProcess process = processes.start(command)) {
      process.sendNothing();
      String output = new String(process.stdout().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() == CONFLICTS) {
        return Optional.empty();
      }
      process.succeed();
      return Optional.of(ObjectId.fromString(output.strip()));
    } catch (GitFailedException e) {
      throw conflict("The commits cannot be merged: " + e.getMessage());
    }
  }

  /** Runs a command that sees the quarantine's objects as well. */
  String run(Repository fork, Quarantine quarantine, String... arguments) throws IOException {
    return processes.run(command(fork, quarantine, arguments));
  }

  private GitCommand command(Repository fork, Quarantine quarantine, String... arguments)
      throws IOException {
    return GitCommand.in(folders.check(fork.id()), arguments)
        .environment("GIT_OBJECT_DIRECTORY", quarantine.objectDirectory().toString())
        .niced();
  }

  /**
   * Puts the loose objects of a quarantine into a pack: nothing else leaves it.
   *
   * @param without objects that were needed on the way alone
   */
  static void pack(
      Quarantine quarantine, ObjectReader reader, ObjectInserter pack, Set<ObjectId> without)
      throws IOException {
    for (ObjectId id : loose(quarantine.objectDirectory())) {
      if (without.contains(id)) {
        continue;
      }
      ObjectLoader object = reader.open(id);
      if (object.isLarge()) {
        try (var stream = object.openStream()) {
          pack.insert(object.getType(), object.getSize(), stream);
        }
      } else {
        pack.insert(object.getType(), object.getCachedBytes());
      }
    }
  }

  private static List<ObjectId> loose(Path objects) throws IOException {
    List<ObjectId> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(objects, 2)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path relative = objects.relativize(file);
        String name = relative.toString().replace("/", "");
        if (relative.getNameCount() == 2 && ObjectId.isId(name)) {
          found.add(ObjectId.fromString(name));
        }
      }
    }
    return found;
  }

  /**
   * Moves the branch, and takes the quarantine's pack over.
   *
   * @throws RestException 409 if the branch has moved meanwhile, or may not be moved
   */
  void move(Repository fork, RefChange change, Quarantine quarantine, Actor actor)
      throws IOException {
    RefRequest request = RefRequest.of(fork.id(), actor, RefCause.FORK_SYNC, List.of(change));
    updates.move(RefUpdates.Update.all(request), quarantine);
  }

  static RestException conflict(String message) {
    return new RestException(409, ExceptionName.INTEGRITY, message);
  }
}

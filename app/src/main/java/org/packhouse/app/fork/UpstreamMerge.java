package org.packhouse.app.fork;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.packhouse.app.objects.GitCommand;
import org.packhouse.app.objects.GitProcess;
import org.packhouse.app.objects.GitProcesses;
import org.packhouse.app.objects.Quarantine;
import org.packhouse.app.objects.Quarantines;
import org.packhouse.app.objects.RepositoryFolders;
import org.packhouse.app.refs.RefUpdates;
import org.packhouse.app.repository.Repository;
import org.packhouse.app.rest.ExceptionName;
import org.packhouse.app.rest.RestException;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;

/** Merges the origin's branch into the fork's, as native git merges, in a quarantine. */
@Component
class UpstreamMerge {

  private static final int CONFLICTS = 1;

  private final RepositoryFolders folders;
  private final Quarantines quarantines;
  private final GitProcesses processes;
  private final RefUpdates updates;

  UpstreamMerge(
      RepositoryFolders folders,
      Quarantines quarantines,
      GitProcesses processes,
      RefUpdates updates) {
    this.folders = folders;
    this.quarantines = quarantines;
    this.processes = processes;
    this.updates = updates;
  }

  /**
   * Who merges, and what the commit is to say.
   *
   * @param person author and committer
   */
  record By(Actor actor, PersonIdent person, String message) {}

  /**
   * Merges {@code theirs} into the branch, which is at {@code mine}.
   *
   * @return the merge commit, where the branch is now
   * @throws RestException 409 if git cannot merge them, or the branch has moved
   */
  ObjectId merge(Repository fork, String branch, ObjectId mine, ObjectId theirs, By by)
      throws IOException {
    try (Quarantine quarantine = quarantines.create(fork.id())) {
      ObjectId tree = mergeTree(fork, branch, quarantine, mine, theirs);
      ObjectId commit = write(quarantine, tree, List.of(mine, theirs), by);
      RefChange change = new RefChange(branch, mine, commit);
      RefUpdates.Update update =
          new RefUpdates.Update(
              fork.id(),
              by.actor(),
              Synchronization.CAUSE,
              List.of(change),
              true,
              RefUpdates.InTransaction.NOTHING);
      String problem = updates.apply(update, quarantine).getFirst().problem();
      if (problem != null) {
        throw conflict("The branch %s was not moved: %s.".formatted(branch, problem));
      }
      return commit;
    }
  }

  private ObjectId mergeTree(
      Repository fork, String branch, Quarantine quarantine, ObjectId mine, ObjectId theirs)
      throws IOException {
    GitCommand command =
        GitCommand.in(
                folders.check(fork.id()),
                "merge-tree",
                "--write-tree",
                "--no-messages",
                mine.name(),
                theirs.name())
            .environment("GIT_OBJECT_DIRECTORY", quarantine.objectDirectory().toString())
            .niced();
    try (GitProcess process = processes.start(command)) {
      process.stdin().close();
      String output = new String(process.stdout().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      if (code == CONFLICTS) {
        throw conflict(
            "The branch %s cannot be merged: both sides have changed the same lines."
                .formatted(branch));
      }
      if (code != 0) {
        throw conflict("The branch %s cannot be merged: %s".formatted(branch, process.stderr()));
      }
      return ObjectId.fromString(output.strip());
    }
  }

  /** Puts what git wrote, and the commit, into a pack: nothing else leaves a quarantine. */
  private static ObjectId write(Quarantine quarantine, ObjectId tree, List<ObjectId> parents, By by)
      throws IOException {
    try (org.eclipse.jgit.lib.Repository repository = quarantine.open();
        ObjectReader reader = repository.newObjectReader();
        ObjectInserter inserter =
            ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
      for (ObjectId id : loose(quarantine.objectDirectory())) {
        ObjectLoader object = reader.open(id);
        if (object.isLarge()) {
          try (var stream = object.openStream()) {
            inserter.insert(object.getType(), object.getSize(), stream);
          }
        } else {
          inserter.insert(object.getType(), object.getCachedBytes());
        }
      }
      CommitBuilder commit = new CommitBuilder();
      commit.setTreeId(tree);
      commit.setParentIds(new ArrayList<>(parents));
      commit.setAuthor(by.person());
      commit.setCommitter(by.person());
      commit.setMessage(by.message());
      ObjectId id = inserter.insert(commit);
      inserter.flush();
      return id;
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

  private static RestException conflict(String message) {
    return new RestException(409, ExceptionName.INTEGRITY, message);
  }
}

package org.packhouse.app.upkeep.imports.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.LenientObjectChecker;
import org.packhouse.app.storage.objects.StagedRepositories.StagedRepository;
import org.packhouse.app.storage.process.GitCommand;
import org.springframework.stereotype.Component;

/**
 * Copies a repository from a directory of this server. No git command runs there, so that its
 * config, hooks and alternates have no effect, and every object is checked.
 */
@Component
public class LocalGit {

  private static final byte[] NOTHING = {};

  private final GitRunner git;

  LocalGit(GitRunner git) {
    this.git = git;
  }

  /** Returns the full name of HEAD's branch; null: none. */
  public @Nullable String copy(RunningImport running, Path source, StagedRepository staged)
      throws IOException, ImportFailedException, ImportCancelledException {
    Path directory = LocalDirectories.gitDirectory(source);
    if (directory == null) {
      throw new ImportFailedException(
          ImportProblem.NOT_A_REPOSITORY, "There is no Git repository in that directory.");
    }
    ForeignConfig.check(directory);
    running.enter(ImportPhase.COPYING);
    LocalCopy copy = new LocalCopy(running, directory, staged.directory());
    copy.copyAll();
    running.enter(ImportPhase.CHECKING);
    check(running, directory, staged.directory());
    if (copy.hasLooseObjects()) {
      pack(running, staged.directory());
    }
    return copy.headBranch();
  }

  private void check(RunningImport running, Path source, Path staged)
      throws IOException, ImportFailedException, ImportCancelledException {
    GitCommand command =
        GitCommand.in(
            staged, "fsck", "--full", "--strict", "--no-dangling", "--no-reflogs", "--progress");
    for (String setting : LenientObjectChecker.harmlessToGit()) {
      command = command.with("fsck." + setting, "warn");
    }
    GitOutput output = new GitOutput();
    int code =
        git.run(
            running,
            command.with("core.bigFileThreshold", "64m"),
            NOTHING,
            line -> {
              ImportProgress progress = ProgressLines.parse(line, running.progress());
              if (progress != null) {
                running.report(progress);
              } else if (!line.startsWith("warning in ") && !line.startsWith("notice: ")) {
                output.add(line);
              }
            });
    if (code != 0) {
      throw failure(output, source);
    }
  }

  private static ImportFailedException failure(GitOutput output, Path source) throws IOException {
    if (output.contains("no space left")) {
      return new ImportFailedException(ImportProblem.DISK_FULL, ImportMessages.DISK_FULL);
    }
    if (output.contains("out of memory", "cannot allocate")) {
      return new ImportFailedException(
          ImportProblem.TOO_LARGE,
          "An object takes more memory than the %d MB that an import may take."
              .formatted(GitRunner.MAX_MEMORY.toMegabytes()));
    }
    if (output.contains("missing ", "broken link", "invalid sha1 pointer")) {
      Path alternates = source.resolve("objects/info/alternates");
      boolean borrows =
          Files.isRegularFile(alternates, LinkOption.NOFOLLOW_LINKS) && Files.size(alternates) > 0;
      return new ImportFailedException(
          ImportProblem.INCOMPLETE,
          borrows
              ? "The repository borrows objects from another one (objects/info/alternates), which"
                  + " is not followed. Run git repack -a -d in it first."
              : ImportMessages.INCOMPLETE);
    }
    return new ImportFailedException(
        ImportProblem.BROKEN, "The repository does not pass git fsck: " + output.reason());
  }

  private void pack(RunningImport running, Path staged)
      throws IOException, ImportFailedException, ImportCancelledException {
    GitOutput output = new GitOutput();
    GitCommand command = GitCommand.in(staged, "repack", "-d", "-q").with("core.fsync", "none");
    if (git.run(running, command, NOTHING, output::add) != 0) {
      throw new ImportFailedException(
          ImportProblem.BROKEN, "The repository's objects cannot be packed: " + output.reason());
    }
  }
}

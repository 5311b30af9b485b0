package org.packhouse.app.source.edit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.internal.submodule.SubmoduleValidator;
import org.eclipse.jgit.internal.submodule.SubmoduleValidator.SubmoduleValidationException;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.GitmoduleEntry;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.LenientObjectChecker;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.source.commit.CallerIdents;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.edit.TreeRewrite.Placement;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/** Writes trees and commits, with the checks of a push. */
@Component
class CommitWriter {

  private static final int MAX_GITMODULES_SIZE = 1 << 20;
  private static final String SUBMODULE = "submodule";

  /** A line break in a URL, which git decodes first. */
  private static final Pattern LINE_BREAK = Pattern.compile("\n|%0[aA]");

  private final CallerIdents idents;

  CommitWriter(CallerIdents idents) {
    this.idents = idents;
  }

  ObjectId write(
      Draft draft,
      @Nullable ObjectId base,
      List<Placement> placements,
      Caller caller,
      String message)
      throws IOException {
    ObjectChecker checker = LenientObjectChecker.create();
    CommitBuilder commit = new CommitBuilder();
    try (ObjectReader reader = draft.newReader();
        HistoryWalk walk = new HistoryWalk(reader)) {
      ObjectId before = base == null ? null : walk.parseCommit(base).getTree();
      ObjectId tree =
          new TreeRewrite(reader, draft.inserter(), checker).rewrite(before, placements);
      if (tree.equals(before)) {
        throw new ConflictException(
            Conflict.FILE_UNMODIFIED,
            "The content provided is the same as what already exists. No change was committed.");
      }
      checkSubmodules(reader, checker, placements);
      commit.setTreeId(tree);
    }
    if (base != null) {
      commit.setParentId(base);
    }
    PersonIdent person = idents.of(caller);
    commit.setAuthor(person);
    commit.setCommitter(person);
    commit.setMessage(Commit.typed(message));
    byte[] raw = commit.build();
    try {
      checker.checkCommit(raw);
    } catch (CorruptObjectException e) {
      throw refused(e.getMessage());
    }
    ObjectId id = draft.inserter().insert(Constants.OBJ_COMMIT, raw);
    draft.inserter().flush();
    return id;
  }

  /** Checks .gitmodules as a push does: it could make clones run commands. */
  private static void checkSubmodules(
      ObjectReader reader, ObjectChecker checker, List<Placement> placements) throws IOException {
    Set<ObjectId> placed = new HashSet<>();
    placements.stream().flatMap(it -> Stream.ofNullable(it.blob())).forEach(placed::add);
    for (GitmoduleEntry entry : checker.getGitsubmodules()) {
      ObjectId blob = entry.getBlobId().toObjectId();
      if (placed.contains(blob)) {
        byte[] bytes = reader.open(blob, Constants.OBJ_BLOB).getBytes(MAX_GITMODULES_SIZE);
        String problem = problem(new String(bytes, StandardCharsets.UTF_8));
        if (problem != null) {
          throw refused(problem);
        }
      }
    }
  }

  private static @Nullable String problem(String gitmodules) {
    try {
      SubmoduleValidator.assertValidGitModulesFile(gitmodules);
      Config config = new Config();
      config.fromText(gitmodules);
      return config.getSubsections(SUBMODULE).stream()
          .map(name -> problem(config, name))
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    } catch (SubmoduleValidationException e) {
      return e.getFsckMessageId() == ObjectChecker.ErrorType.GITMODULES_PARSE
          ? null
          : e.getMessage();
    } catch (ConfigInvalidException e) {
      // A malformed file sets nothing.
      return null;
    }
  }

  /** Returns the problem that git's fsck reports and JGit does not. */
  private static @Nullable String problem(Config config, String name) {
    String update = config.getString(SUBMODULE, name, "update");
    if (update != null && update.startsWith("!")) {
      return "the submodule \"" + name + "\" would run a program when it is updated";
    }
    String url = config.getString(SUBMODULE, name, "url");
    return url != null && LINE_BREAK.matcher(url).find()
        ? "the URL of the submodule \"" + name + "\" has a line break"
        : null;
  }

  private static RefusedException refused(@Nullable String reason) {
    return new ConflictException(
        Conflict.INTEGRITY, "Git does not take the commit: %s.".formatted(reason));
  }
}

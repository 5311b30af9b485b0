package org.packhouse.app.source.edit;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.internal.submodule.SubmoduleValidator;
import org.eclipse.jgit.internal.submodule.SubmoduleValidator.SubmoduleValidationException;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.GitmoduleEntry;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.LenientObjectChecker;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.source.commit.CallerIdents;
import org.packhouse.app.source.edit.TreeRewrite.Placement;
import org.springframework.stereotype.Component;

/** Writes trees and the commit, checked like what is pushed. */
@Component
class CommitWriter {

  private static final int MAX_GITMODULES_SIZE = 1 << 20;

  private final CallerIdents idents;

  CommitWriter(CallerIdents idents) {
    this.idents = idents;
  }

  /**
   * Writes the commit and what it needs.
   *
   * @return its id
   * @throws RestException 409 if nothing would change, or git would not take it
   */
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
        RevWalk walk = new RevWalk(reader)) {
      ObjectId before = base == null ? null : walk.parseCommit(base).getTree();
      ObjectId tree =
          new TreeRewrite(reader, draft.inserter(), checker).rewrite(before, placements);
      if (tree.equals(before)) {
        throw new RestException(
            409,
            ExceptionName.FILE_CONTENT_UNMODIFIED,
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
    commit.setMessage(message);
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

  /** As for a push: what a .gitmodules names must not make a clone run or overwrite things. */
  private static void checkSubmodules(
      ObjectReader reader, ObjectChecker checker, List<Placement> placements) throws IOException {
    Set<ObjectId> placed = new HashSet<>();
    placements.stream().flatMap(it -> Stream.ofNullable(it.blob())).forEach(placed::add);
    for (GitmoduleEntry entry : checker.getGitsubmodules()) {
      ObjectId blob = entry.getBlobId().toObjectId();
      if (placed.contains(blob)) {
        byte[] bytes = reader.open(blob, Constants.OBJ_BLOB).getBytes(MAX_GITMODULES_SIZE);
        try {
          SubmoduleValidator.assertValidGitModulesFile(
              new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
        } catch (SubmoduleValidationException e) {
          if (e.getFsckMessageId() != ObjectChecker.ErrorType.GITMODULES_PARSE) {
            throw refused(e.getMessage());
          }
        }
      }
    }
  }

  private static RestException refused(@Nullable String reason) {
    return new RestException(
        409, ExceptionName.INTEGRITY, "Git does not take the commit: %s.".formatted(reason));
  }
}

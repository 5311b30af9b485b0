package org.packhouse.app.source.edit;

import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Cleans up commit messages as git does. */
final class CommitMessage {

  private CommitMessage() {}

  static String of(ContentCommit wanted) {
    String given = wanted.message();
    String message = given == null || given.isBlank() ? describe(wanted) : given;
    if (message.indexOf('\0') >= 0) {
      throw new InvalidFieldException("message", "A commit message cannot contain NUL.");
    }
    return message.replace("\r\n", "\n").stripTrailing() + "\n";
  }

  private static String describe(ContentCommit wanted) {
    PathChange first = wanted.changes().getFirst();
    String name = first.path().display();
    if (wanted.changes().size() > 1) {
      return "Upload " + wanted.changes().size() + " files";
    }
    return switch (first) {
      case PathChange.Remove _ -> "Delete " + name;
      case PathChange.Rename rename -> "Rename " + name + " to " + rename.to().display();
      case PathChange.Write _ -> (wanted.knownCommit() == null ? "Add " : "Edit ") + name;
    };
  }
}

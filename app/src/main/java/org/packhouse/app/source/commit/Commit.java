package org.packhouse.app.source.commit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.packhouse.hooks.Ident;

/** A commit; ids have 40 hex digits, and the message is cut at the configured length. */
public record Commit(
    String id, List<String> parents, Person author, Person committer, String message) {

  private static final int ABBREVIATED = 10;

  /** Characters of a subject: longer ones are cut in titles and lists. */
  private static final int MAX_SUBJECT = 1000;

  private static final String CUT = "\u2026";

  // A small push can hold a thousand commits that name one parent 20,000 times each.
  private static final int MAX_LISTED_PARENTS = 100;

  /** Reads a commit with the message length of single commits. */
  static Commit of(RevWalk walk, RevCommit commit, CommitMessageSettings messages)
      throws IOException {
    return of(walk, commit, commit.getParentCount(), messages.max());
  }

  /** Reads a commit with the message length of lists. */
  static Commit listed(RevWalk walk, RevCommit commit, CommitMessageSettings messages)
      throws IOException {
    int parents = Math.min(MAX_LISTED_PARENTS, commit.getParentCount());
    return of(walk, commit, parents, messages.bulk().max());
  }

  /** Parses the body and disposes of it: it may be as large as any object. */
  private static Commit of(RevWalk walk, RevCommit commit, int parentCount, int maxMessage)
      throws IOException {
    walk.parseBody(commit);
    List<String> parents = new ArrayList<>(parentCount);
    for (int i = 0; i < parentCount; i++) {
      parents.add(commit.getParent(i).name());
    }
    Commit read =
        new Commit(
            commit.name(),
            List.copyOf(parents),
            person(Ident.author(commit), commit),
            person(Ident.committer(commit), commit),
            TextCut.to(maxMessage, messageOf(commit)));
    commit.disposeBody();
    return read;
  }

  // Old repositories have commits without an author, or whose author has no address.
  private static Person person(Ident ident, RevCommit commit) {
    if (!ident.equals(Ident.NOBODY)) {
      return Person.of(ident);
    }
    Ident committer = Ident.committer(commit);
    return new Person("Unknown", "", committer.when(), committer.zone());
  }

  /** Returns the message of a commit whose body is in memory, up to a NUL, as git shows it. */
  public static String messageOf(RevCommit commit) {
    String message = commit.getFullMessage();
    int nul = message.indexOf('\0');
    return nul < 0 ? message : message.substring(0, nul);
  }

  /** Returns a typed message with line feeds as line ends. */
  public static String typed(String message) {
    return message.replace("\r\n", "\n").replace('\r', '\n');
  }

  /** Returns the first line of the first paragraph, cut at {@value #MAX_SUBJECT} characters. */
  public String subject() {
    String line = firstLine(message.strip());
    String cut = TextCut.to(MAX_SUBJECT, line);
    return cut.length() < line.length() ? cut + CUT : line.strip();
  }

  public String body() {
    String stripped = message.strip();
    String line = firstLine(stripped);
    String cut = TextCut.to(MAX_SUBJECT, line);
    return cut.length() < line.length()
        ? CUT + stripped.substring(cut.length())
        : stripped.substring(line.length()).strip();
  }

  private static String firstLine(String text) {
    int newline = text.indexOf('\n');
    return newline < 0 ? text : text.substring(0, newline);
  }

  public String displayId() {
    return id.substring(0, ABBREVIATED);
  }
}

package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;

/** Recognises blobs that git's fsck accepts without doubt; native git judges the others. */
final class FsckBlobs {

  /** Bytes above which none is plain: a pack may have as many of them as it has trees. */
  private static final int MAX_SIZE = 64 * 1024;

  /** Bytes of a {@code .gitmodules} line: the pattern recurs for each part of a URL. */
  private static final int MAX_SETTING = 500;

  /** Bytes of a {@code .gitattributes} line: git accepts no longer ones. */
  private static final int MAX_ATTRIBUTES = 2047;

  private static final String SEGMENT = "[A-Za-z0-9_][A-Za-z0-9_.+-]*";
  private static final String PATH = SEGMENT + "(?:/" + SEGMENT + ")*/?";
  private static final String HOST = "[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*";
  private static final String USER = "[A-Za-z0-9_][A-Za-z0-9_.-]*@";
  private static final String URL =
      "\\./"
          + PATH
          + "|(?:\\.\\./)+"
          + PATH
          + "|/"
          + PATH
          + "|"
          + USER
          + HOST
          + ":/?"
          + PATH
          + "|(?:https?|ssh|git)://(?:"
          + USER
          + ")?"
          + HOST
          + "(?::[1-9][0-9]{0,3})?/~?"
          + PATH;
  private static final String PLAIN_TEXT = "[A-Za-z0-9_.][A-Za-z0-9_.+@/ -]*";

  /** A line of a {@code .gitmodules}, each byte a character. */
  private static final Pattern SETTING =
      Pattern.compile(
          "[ \\t]*(?:"
              + "[#;][\\t -~\\x80-\\xff]*"
              + "|\\[submodule \"(?![^\"]*\\.\\.)"
              + PLAIN_TEXT
              + "\"\\]|(?:path|branch)[ \\t]*=[ \\t]*"
              + PLAIN_TEXT
              + "|url[ \\t]*=[ \\t]*(?:"
              + URL
              + ")"
              + "|update[ \\t]*=[ \\t]*(?:checkout|rebase|merge|none)"
              + "|(?:shallow|fetchRecurseSubmodules)[ \\t]*=[ \\t]*(?:true|false|on-demand)"
              + "|ignore[ \\t]*=[ \\t]*(?:all|dirty|untracked|none)"
              + ")?[ \\t]*\\r?");

  private FsckBlobs() {}

  /** Returns whether all of them exist and are plain. */
  static boolean arePlain(
      ObjectReader reader, Set<ObjectId> gitmodules, Set<ObjectId> gitattributes)
      throws IOException {
    try {
      for (ObjectId id : gitmodules) {
        if (!isPlainGitmodules(read(reader, id))) {
          return false;
        }
      }
      for (ObjectId id : gitattributes) {
        if (!hasShortLines(read(reader, id))) {
          return false;
        }
      }
      return true;
    } catch (MissingObjectException | IncorrectObjectTypeException | LargeObjectException e) {
      return false;
    }
  }

  private static byte[] read(ObjectReader reader, ObjectId id) throws IOException {
    return reader.open(id, Constants.OBJ_BLOB).getCachedBytes(MAX_SIZE);
  }

  /** Returns whether git accepts the content without any doubt. */
  static boolean isPlainGitmodules(byte[] content) {
    // To git, a carriage return alone ends no line.
    return Stream.of(new String(content, StandardCharsets.ISO_8859_1).split("\n"))
        .allMatch(line -> line.length() <= MAX_SETTING && SETTING.matcher(line).matches());
  }

  private static boolean hasShortLines(byte[] content) {
    int begin = 0;
    for (int at = 0; at < content.length; at++) {
      if (content[at] == '\n') {
        begin = at + 1;
      } else if (at - begin >= MAX_ATTRIBUTES) {
        return false;
      }
    }
    return true;
  }
}

package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.util.RawParseUtils;
import org.jspecify.annotations.Nullable;

/** Accepts only objects that git's fsck accepts without doubt; native git judges the others. */
final class FsckChecker extends ObjectChecker {

  private static final Set<String> TYPES = Set.of("commit\n", "tree\n", "blob\n", "tag\n");

  /** Bytes above which no blob is plain: a pack may have as many of them as it has trees. */
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

  /** Offset in a tag, which begins with an object's id. */
  private static final int TYPE_OF_TAG =
      "object ".length() + Constants.OBJECT_ID_STRING_LENGTH + "\ntype ".length();

  private final Set<ObjectId> gitmodules = new HashSet<>();
  private final Set<ObjectId> gitattributes = new HashSet<>();

  /** Returns blobs that are named {@code .gitmodules} anywhere. */
  Set<ObjectId> gitmodules() {
    return gitmodules;
  }

  /** Returns blobs that are named {@code .gitattributes} anywhere. */
  Set<ObjectId> gitattributes() {
    return gitattributes;
  }

  /** Returns whether all such blobs exist and git accepts them without doubt. */
  boolean arePlain(ObjectReader reader) throws IOException {
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

  @Override
  public void checkCommit(@Nullable AnyObjectId id, byte[] raw) throws CorruptObjectException {
    super.checkCommit(id, raw);
    checkHeaders(raw);
  }

  @Override
  public void checkTag(@Nullable AnyObjectId id, byte[] raw) throws CorruptObjectException {
    super.checkTag(id, raw);
    checkHeaders(raw);
    int end = RawParseUtils.next(raw, TYPE_OF_TAG, '\n');
    String type = new String(raw, TYPE_OF_TAG, end - TYPE_OF_TAG, StandardCharsets.ISO_8859_1);
    if (!TYPES.contains(type)) {
      throw new CorruptObjectException("a tag is of something that git does not know");
    }
  }

  /** Headers end with an empty line, or with the object, have no NUL, and no date begins with 0. */
  private static void checkHeaders(byte[] raw) throws CorruptObjectException {
    byte before = 0;
    for (int at = 0; at < raw.length; at++) {
      byte current = raw[at];
      if (current == '\n' && before == '\n') {
        return;
      }
      if (current == 0 || (current == '>' && isZeroPadded(raw, at + 1))) {
        throw new CorruptObjectException("a header is not as git writes it");
      }
      before = current;
    }
    if (before != '\n') {
      throw new CorruptObjectException("the last header has no end");
    }
  }

  private static boolean isZeroPadded(byte[] raw, int afterEmail) {
    int at = afterEmail;
    while (at < raw.length && (raw[at] == ' ' || raw[at] == '\t')) {
      at++;
    }
    return at + 1 < raw.length && raw[at] == '0' && raw[at + 1] != ' ';
  }

  @Override
  public void checkTree(@Nullable AnyObjectId id, byte[] raw) throws CorruptObjectException {
    super.checkTree(id, raw);
    // The entry is complete from here on.
    int mode = 0;
    while (mode < raw.length) {
      int name = mode;
      while (raw[name++] != ' ') {
        // up to the name
      }
      int end = name;
      while (raw[end] != 0) {
        end++;
      }
      checkName(raw, mode, name, end);
      mode = end + 1 + Constants.OBJECT_ID_LENGTH;
    }
  }

  private void checkName(byte[] raw, int mode, int name, int end) throws CorruptObjectException {
    switch (DotGitNames.of(raw, name, end)) {
      case ORDINARY -> {
        // Other names need no check.
      }
      case GITMODULES -> gitmodules.add(file(raw, mode, end));
      case GITATTRIBUTES -> gitattributes.add(file(raw, mode, end));
      case DOUBTFUL -> throw new CorruptObjectException("a name may be taken for .git");
    }
  }

  private static ObjectId file(byte[] raw, int mode, int end) throws CorruptObjectException {
    if (raw[mode] != '1' || raw[mode + 1] != '0' || raw[mode + 2] != '0') {
      throw new CorruptObjectException("a name is one that only files have");
    }
    return ObjectId.fromRaw(raw, end + 1);
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

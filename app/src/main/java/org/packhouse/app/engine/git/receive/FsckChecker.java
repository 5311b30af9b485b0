package org.packhouse.app.engine.git.receive;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.util.RawParseUtils;
import org.jspecify.annotations.Nullable;

/** Accepts only objects that git's fsck accepts without doubt; native git judges the others. */
final class FsckChecker extends ObjectChecker {

  private static final Set<String> TYPES = Set.of("commit\n", "tree\n", "blob\n", "tag\n");

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
}

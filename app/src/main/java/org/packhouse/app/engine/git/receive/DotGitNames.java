package org.packhouse.app.engine.git.receive;

/**
 * Recognises names that git, or a file system of a clone, could take for {@code .git}, {@code
 * .gitmodules} or {@code .gitattributes}. HFS+ ignores some code points, NTFS what follows a colon
 * and trailing dots and spaces; NTFS has short names with a tilde, and Windows separates at
 * backslashes. Called for every tree entry, so it allocates nothing, and reports any doubt.
 */
final class DotGitNames {

  enum Kind {
    ORDINARY,
    GITMODULES,
    GITATTRIBUTES,
    /** Perhaps forbidden, or one whose content git checks. */
    DOUBTFUL
  }

  private static final String GIT = ".git";
  private static final String MODULES = ".gitmodules";
  private static final String ATTRIBUTES = ".gitattributes";

  /** Characters of a short name, the tilde included. */
  private static final int SHORT_NAME = 8;

  /** Bytes in UTF-8 of each code point that HFS+ ignores. */
  private static final int IGNORED = 3;

  private DotGitNames() {}

  static Kind of(byte[] raw, int begin, int end) {
    for (int at = begin; at < end; at++) {
      if (raw[at] == '\\') {
        return Kind.DOUBTFUL;
      }
    }
    if (begin == end) {
      return Kind.ORDINARY;
    }
    return switch (raw[begin]) {
      case 'g', 'G', '~' -> shortName(raw, begin, Math.min(end, begin + SHORT_NAME));
      case '.', (byte) 0xe2, (byte) 0xef -> dotted(raw, begin, end);
      default -> Kind.ORDINARY;
    };
  }

  private static Kind shortName(byte[] raw, int begin, int end) {
    for (int at = begin; at < end; at++) {
      if (raw[at] == '~') {
        return Kind.DOUBTFUL;
      }
    }
    return Kind.ORDINARY;
  }

  private static Kind dotted(byte[] raw, int begin, int end) {
    int at = begin;
    for (int matched = 0; matched < GIT.length(); ) {
      if (at == end) {
        return Kind.ORDINARY;
      } else if (isIgnored(raw, at, end)) {
        at += IGNORED;
      } else if (lower(raw[at++]) != GIT.charAt(matched++)) {
        return Kind.ORDINARY;
      }
    }
    if (at != begin + GIT.length() || at == end || raw[at] == '.' || !isPlain(raw, at, end)) {
      return Kind.DOUBTFUL;
    }
    if (startsWith(raw, begin, end, MODULES)) {
      return kind(raw, begin, end, MODULES, Kind.GITMODULES);
    }
    if (startsWith(raw, begin, end, ATTRIBUTES)) {
      return kind(raw, begin, end, ATTRIBUTES, Kind.GITATTRIBUTES);
    }
    return Kind.ORDINARY;
  }

  private static boolean isIgnored(byte[] raw, int at, int end) {
    if (end - at < IGNORED) {
      return false;
    }
    int third = raw[at + 2] & 0xff;
    return switch (((raw[at] & 0xff) << 8) | (raw[at + 1] & 0xff)) {
      case 0xe280 -> (third >= 0x8c && third <= 0x8f) || (third >= 0xaa && third <= 0xae);
      case 0xe281 -> third >= 0xaa && third <= 0xaf;
      case 0xefbb -> third == 0xbf;
      default -> false;
    };
  }

  private static boolean isPlain(byte[] raw, int begin, int end) {
    for (int at = begin; at < end; at++) {
      int letter = lower(raw[at]);
      boolean plain =
          (letter >= 'a' && letter <= 'z')
              || (letter >= '0' && letter <= '9')
              || letter == '-'
              || letter == '_'
              || letter == '.';
      if (!plain) {
        return false;
      }
    }
    return true;
  }

  private static boolean startsWith(byte[] raw, int begin, int end, String name) {
    if (end - begin < name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (lower(raw[begin + i]) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Classifies a name that begins with the given one in any case. */
  private static Kind kind(byte[] raw, int begin, int end, String name, Kind exact) {
    if (end - begin != name.length()) {
      return Kind.DOUBTFUL;
    }
    for (int i = 0; i < name.length(); i++) {
      if (raw[begin + i] != name.charAt(i)) {
        return Kind.DOUBTFUL;
      }
    }
    return exact;
  }

  private static int lower(byte letter) {
    return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
  }
}

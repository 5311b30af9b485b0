package org.packhouse.app.engine.git.fetch;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.WireException;

/** Options of a fetch other than wants and haves. */
final class FetchOption {

  /** Begins a line that wants a ref by its full name. */
  static final String WANT_REF = "want-ref ";

  private static final Set<String> FLAGS =
      Set.of(
          "thin-pack",
          "no-progress",
          "include-tag",
          "ofs-delta",
          "deepen-relative",
          "sideband-all",
          "wait-for-done");

  private static final Pattern DEPTH = Pattern.compile("deepen [1-9][0-9]{0,9}");
  private static final Pattern SINCE = Pattern.compile("deepen-since [0-9]{1,18}");
  private static final Pattern FILTER =
      Pattern.compile(
          // More digits would make more bytes than git can count.
          "blob:none|blob:limit=(?:[0-9]{1,18}|[0-9]{1,15}[kK]|[0-9]{1,12}[mM]|[0-9]{1,9}[gG])"
              + "|tree:[0-9]{1,9}|object:type=(?:commit|tree|blob|tag)");

  private FetchOption() {}

  /** Returns whether that is an option without a value, which protocol v0 calls a capability. */
  static boolean isFlag(String option) {
    return FLAGS.contains(option);
  }

  /** Returns whether a client of protocol v0 chooses such an option by that capability. */
  static boolean isFlagOfV0(String capability) {
    return isFlag(capability)
        && !capability.equals("sideband-all")
        && !capability.equals("wait-for-done");
  }

  /** Checks a line of a v2 fetch; one that is no option of git's is a WireException. */
  static String check(String line) throws WireException {
    return FLAGS.contains(line) || line.startsWith(WANT_REF) ? line : checkDepthOrFilter(line);
  }

  /** Accepts {@code deepen}, {@code deepen-since}, {@code deepen-not} and {@code filter}. */
  static String checkDepthOrFilter(String line) throws WireException {
    if (line.startsWith("filter ")) {
      checkFilter(line.substring("filter ".length()));
      return line;
    }
    if (DEPTH.matcher(line).matches()
        || SINCE.matcher(line).matches()
        || line.startsWith("deepen-not ")) {
      return line;
    }
    throw unknown(line);
  }

  /** Refuses filters that read files of the repository, and those that git does not know. */
  private static void checkFilter(String specification) throws WireException {
    if (specification.startsWith("combine:")) {
      for (String part : specification.substring("combine:".length()).split("\\+", -1)) {
        checkSimpleFilter(part, decode(part));
      }
    } else {
      checkSimpleFilter(specification, specification);
    }
  }

  private static @Nullable String decode(String part) {
    try {
      return URLDecoder.decode(part, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static void checkSimpleFilter(String asked, @Nullable String decoded)
      throws WireException {
    if (decoded == null || !FILTER.matcher(decoded).matches()) {
      throw new WireException(
          "Filter \""
              + PktLineReader.shortened(decoded == null ? asked : decoded)
              + "\" is not served; blob:none, blob:limit=, tree: and object:type= are");
    }
  }

  static WireException unknown(String line) {
    return new WireException("fetch does not know \"" + PktLineReader.shortened(line) + "\"");
  }
}

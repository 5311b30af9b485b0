package org.packhouse.app.engine.git.fetch;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.WireException;

/** The {@code --filter} specifications that are served. */
final class FetchFilter {

  private static final Pattern SIMPLE =
      Pattern.compile(
          // More digits would make more bytes than git can count.
          "blob:none|blob:limit=(?:[0-9]{1,18}|[0-9]{1,15}[kK]|[0-9]{1,12}[mM]|[0-9]{1,9}[gG])"
              + "|tree:[0-9]{1,9}|object:type=(?:commit|tree|blob|tag)");

  private FetchFilter() {}

  /** Checks a specification: those that read files of the repository are a WireException. */
  static String check(String specification) throws WireException {
    if (specification.startsWith("combine:")) {
      for (String part : specification.substring("combine:".length()).split("\\+", -1)) {
        checkSimple(decode(part));
      }
    } else {
      checkSimple(specification);
    }
    return specification;
  }

  private static String decode(String part) throws WireException {
    try {
      return URLDecoder.decode(part, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw unknown(part);
    }
  }

  private static void checkSimple(String specification) throws WireException {
    if (!SIMPLE.matcher(specification).matches()) {
      throw unknown(specification);
    }
  }

  private static WireException unknown(String specification) {
    return new WireException(
        "Filter \""
            + PktLineReader.shortened(specification)
            + "\" is not served; blob:none, blob:limit=, tree: and object:type= are");
  }
}

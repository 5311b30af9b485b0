package org.packhouse.app.git;

import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.packhouse.app.git.CheckedFetch.Framing;
import org.packhouse.app.git.FetchMeters.Bypass;
import org.springframework.stereotype.Component;

/** The fetch operation of protocol v2: one request, one answer, on either transport. */
@Component
class Fetch {

  private final WantCheck wants;
  private final FetchAnswers answers;

  Fetch(WantCheck wants, FetchAnswers answers) {
    this.wants = wants;
    this.answers = answers;
  }

  /**
   * Answers a request.
   *
   * @param alone whether the client said what may concern the answer and stands in no key
   */
  void serve(GitExchange exchange, VisibleRefs refs, FetchRequest asked, boolean alone)
      throws IOException {
    exchange.monitor().operation(asked.operation());
    if (asked.isEmpty()) {
      return;
    }
    long repositoryId = exchange.repository().repository().id();
    wants.check(repositoryId, refs, asked.wants());
    CheckedFetch fetch = new CheckedFetch(repositoryId, refs, expanded(asked, refs), Framing.V2);
    if (alone) {
      answers.serveAlone(exchange, fetch, Bypass.SERVER_OPTION);
    } else {
      answers.serve(exchange, fetch);
    }
  }

  private static FetchRequest expanded(FetchRequest asked, VisibleRefs refs) throws WireException {
    if (asked.deepenNot().isEmpty()) {
      return asked;
    }
    SortedSet<String> options = new TreeSet<>();
    for (String option : asked.options()) {
      options.add(expandDeepenNot(option, refs));
    }
    return new FetchRequest(options, asked.shallow(), asked.wants(), asked.haves(), asked.done());
  }

  /** Replaces the name in {@code deepen-not} by that of a ref which the client sees. */
  static String expandDeepenNot(String line, VisibleRefs refs) throws WireException {
    String keyword = "deepen-not ";
    if (!line.startsWith(keyword)) {
      return line;
    }
    String name = line.substring(keyword.length());
    return keyword
        + refs.expand(name)
            .orElseThrow(() ->
                new WireException(
                    "deepen-not names \""
                        + PktLineReader.shortened(name)
                        + "\", which is not one ref of this repository"));
  }
}

package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.engine.git.advertise.WantCheck;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.engine.git.fetch.FetchMeters.BypassReason;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;
import org.springframework.stereotype.Component;

/** The fetch operation of protocol v2: one request, one response, on either transport. */
@Component
class Fetch {

  private final WantCheck wants;
  private final FetchResponses responses;
  private final FetchEngineSettings settings;

  Fetch(WantCheck wants, FetchResponses responses, FetchEngineSettings settings) {
    this.wants = wants;
    this.responses = responses;
    this.settings = settings;
  }

  /** Serves a fetch, past the cache if {@code alone}: it has options that no key covers. */
  void serve(GitExchange exchange, VisibleRefs refs, FetchRequest asked, boolean alone)
      throws IOException {
    exchange.monitor().operation(asked.operation());
    SortedMap<String, ObjectId> wantedRefs = wantedRefs(asked, refs);
    if (asked.isEmpty() && wantedRefs.isEmpty()) {
      return;
    }
    long repositoryId = exchange.repository().repository().id();
    wants.check(repositoryId, refs, asked.wants());
    FetchRequest request =
        expanded(asked, refs, wantedRefs.values())
            .cutOffAt(wants.existing(repositoryId, asked.shallow()));
    String caller = exchange.repository().caller().name();
    CheckedFetch fetch =
        new CheckedFetch(repositoryId, caller, refs, request, Framing.V2, wantedRefs)
            .askedBy(exchange.repository());
    if (alone) {
      responses.serveAlone(exchange, fetch, BypassReason.SERVER_OPTION);
    } else {
      responses.serve(exchange, fetch);
    }
  }

  /** Resolves {@code want-ref} names. */
  private SortedMap<String, ObjectId> wantedRefs(FetchRequest asked, VisibleRefs refs)
      throws WireException {
    SortedMap<String, ObjectId> found = new TreeMap<>();
    for (String name : asked.wantRefs()) {
      if (!settings.allowRefInWant()) {
        throw FetchOption.unknown(FetchOption.WANT_REF + name);
      }
      Optional<Entry> ref = name.equals("HEAD") ? refs.snapshot().head() : refs.find(name);
      if (ref.isEmpty()) {
        throw new WireException("unknown ref " + PktLineReader.shortened(name));
      }
      found.put(name, ref.get().id());
    }
    return found;
  }

  /** Puts full names, and ids in place of {@code want-ref}. */
  private static FetchRequest expanded(
      FetchRequest asked, VisibleRefs refs, Collection<ObjectId> wantedRefs) throws WireException {
    if (asked.deepenNot().isEmpty() && wantedRefs.isEmpty()) {
      return asked;
    }
    SortedSet<String> options = new TreeSet<>();
    for (String option : asked.options()) {
      if (!option.startsWith(FetchOption.WANT_REF)) {
        options.add(expandDeepenNot(option, refs));
      }
    }
    SequencedSet<ObjectId> all = new LinkedHashSet<>(asked.wants());
    all.addAll(wantedRefs);
    return new FetchRequest(
        options, asked.shallow(), FetchRequest.ordered(all, options), asked.haves(), asked.done());
  }

  /** Replaces the name in {@code deepen-not} by the full name of a visible ref. */
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

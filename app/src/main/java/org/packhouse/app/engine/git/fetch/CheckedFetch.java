package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.engine.git.GitRepository;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Work;

/**
 * A fetch whose wants may all be served; its response is the same whoever makes it.
 *
 * @param caller by name
 * @param automated whether the caller is a program
 * @param request in canonical form, with full names in {@code deepen-not}
 * @param wantedRefs targets of {@code want-ref}, among the wants, which the response tells
 */
public record CheckedFetch(
    long repositoryId,
    String caller,
    boolean automated,
    VisibleRefs refs,
    FetchRequest request,
    Framing framing,
    SortedMap<String, ObjectId> wantedRefs) {

  CheckedFetch(
      long repositoryId,
      String caller,
      VisibleRefs refs,
      FetchRequest request,
      Framing framing,
      SortedMap<String, ObjectId> wantedRefs) {
    this(repositoryId, caller, false, refs, request, framing, wantedRefs);
  }

  public CheckedFetch(
      long repositoryId, String caller, VisibleRefs refs, FetchRequest request, Framing framing) {
    this(repositoryId, caller, refs, request, framing, Collections.emptySortedMap());
  }

  CheckedFetch askedBy(GitRepository repository) {
    return new CheckedFetch(
        repositoryId,
        repository.caller().name(),
        repository.automated(),
        refs,
        request,
        framing,
        wantedRefs);
  }

  CheckedFetch at(VisibleRefs now) {
    return new CheckedFetch(repositoryId, caller, automated, now, request, framing, wantedRefs);
  }

  public TicketRequest ticket() {
    boolean whole = request.haves().isEmpty() && !request.isOfDepthOne();
    return TicketRequest.of(
            whole ? Work.CLONE : Work.FETCH, TicketRequest.Target.repository(repositoryId), caller)
        .automated(automated);
  }

  TicketRequest sending() {
    return TicketRequest.of(Work.SENDING, TicketRequest.Target.repository(repositoryId), caller)
        .automated(automated);
  }

  /** Adds the {@code wanted-refs} section, which precedes the pack. */
  public Sections tellWantedRefs(Sections response) throws IOException {
    if (!wantedRefs.isEmpty()) {
      response.line("wanted-refs");
      for (Map.Entry<String, ObjectId> ref : wantedRefs.entrySet()) {
        response.line(ref.getValue().name() + " " + ref.getKey());
      }
      response.delim();
    }
    return response;
  }

  public enum Framing {
    /** Protocol v2: sections, and the pack in side bands. */
    V2,
    /** Protocol v0 and v1: {@code NAK}, and the pack in side bands of up to 65520 bytes. */
    V0_SIDE_BAND_64K,
    /** Protocol v0 and v1: {@code NAK}, and the pack in side bands of up to 1000 bytes. */
    V0_SIDE_BAND,
    /** Protocol v0 and v1: {@code NAK}, and the bare pack. */
    V0_BARE
  }
}

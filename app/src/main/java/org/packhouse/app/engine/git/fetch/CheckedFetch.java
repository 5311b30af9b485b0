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
 * A fetch whose wants may all be served: what is left is to make its response, and whoever makes
 * it, the response is the same to the client.
 *
 * @param caller who waits for it, by name
 * @param automated whether that is a program
 * @param refs what the client sees
 * @param request in canonical form, the names in {@code deepen-not} full ones
 * @param framing how the response is put on the wire
 * @param wantedRefs what the refs point to that are wanted by name: the response tells it; these
 *     ids are among the wants
 */
public record CheckedFetch(
    long repositoryId,
    String caller,
    boolean automated,
    VisibleRefs refs,
    FetchRequest request,
    Framing framing,
    SortedMap<String, ObjectId> wantedRefs) {

  /** One of a person. */
  CheckedFetch(
      long repositoryId,
      String caller,
      VisibleRefs refs,
      FetchRequest request,
      Framing framing,
      SortedMap<String, ObjectId> wantedRefs) {
    this(repositoryId, caller, false, refs, request, framing, wantedRefs);
  }

  /** One of a person, that wants no ref by name. */
  public CheckedFetch(
      long repositoryId, String caller, VisibleRefs refs, FetchRequest request, Framing framing) {
    this(repositoryId, caller, refs, request, framing, Collections.emptySortedMap());
  }

  /** The same for whoever asks for that repository. */
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

  /** The same with refs as they are now. */
  CheckedFetch at(VisibleRefs now) {
    return new CheckedFetch(repositoryId, caller, automated, now, request, framing, wantedRefs);
  }

  /** Asks for the right to make the response by native git. */
  public TicketRequest ticket() {
    boolean whole = request.haves().isEmpty() && !request.isOfDepthOne();
    return TicketRequest.of(
            whole ? Work.CLONE : Work.FETCH, TicketRequest.Target.repository(repositoryId), caller)
        .automated(automated);
  }

  /** Asks for a turn to have a response sent that is there already. */
  TicketRequest sending() {
    return TicketRequest.of(Work.SENDING, TicketRequest.Target.repository(repositoryId), caller)
        .automated(automated);
  }

  /**
   * Adds the section that tells where the refs are that are wanted by name; it precedes the pack.
   */
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

  /** The form in which a response is put on the wire. */
  public enum Framing {
    /** Protocol v2: sections, and the pack in side bands. */
    V2,
    /** Protocol v0 and v1: {@code NAK}, and the pack in side bands of up to 65520 bytes. */
    V0_SIDE_BAND_64K,
    /** Protocol v0 and v1: {@code NAK}, and the pack in side bands of up to 1000 bytes. */
    V0_SIDE_BAND,
    /** Protocol v0 and v1: {@code NAK}, and the pack as it is. */
    V0_BARE
  }
}

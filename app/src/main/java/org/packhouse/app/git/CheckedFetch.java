package org.packhouse.app.git;

/**
 * A fetch whose wants may all be served: what is left is to make its answer, and whoever makes it,
 * the answer is the same to the client.
 *
 * @param refs what the client sees
 * @param request in canonical form, the names in {@code deepen-not} full ones
 * @param framing how the answer is put on the wire
 */
record CheckedFetch(long repositoryId, VisibleRefs refs, FetchRequest request, Framing framing) {

  /** How an answer is put on the wire. */
  enum Framing {
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

package org.packhouse.hooks;

import java.util.List;

/** Looks at a push in the server's own process, before any ref moves. */
public interface PreReceiveCheck {

  /**
   * Says what forbids the push.
   *
   * @return one refusal for each change that may not be made; empty: all may
   */
  List<Refusal> check(Push push);

  /** Checks with a lower number come first: what costs little, or refuses the most. */
  default int order() {
    return 0;
  }

  /**
   * Why one ref may not move.
   *
   * @param refName the ref; the status line of it shows {@code reason}
   * @param reason a few words, for {@code ! [remote rejected] main -> main (reason)}
   * @param explanation sentences for the pusher's {@code remote:} lines; may be empty
   */
  record Refusal(String refName, String reason, List<String> explanation) {}
}

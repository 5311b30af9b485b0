package org.packhouse.hooks;

import java.util.List;

/**
 * A reason why one ref may not move.
 *
 * @param refName the ref; the status line of it shows {@code reason}
 * @param reason a few words, for {@code ! [remote rejected] main -> main (reason)}
 * @param explanation sentences for the pusher's {@code remote:} lines; may be empty
 */
public record Refusal(String refName, String reason, List<String> explanation) {}

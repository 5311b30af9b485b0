package org.packhouse.hooks;

import java.util.List;

/**
 * The reason why a ref may not move, in a few words as for {@code ! [remote rejected] main -> main
 * (reason)}, and perhaps sentences for {@code remote:} lines.
 */
public record Refusal(String refName, String reason, List<String> explanation) {}

package org.packhouse.lab.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request over HTTP.
 *
 * @param target path and query
 * @param headers but for those that frame the body or name the host
 * @param body null for none
 */
public record HttpAsk(
    String method, String target, Map<String, String> headers, @Nullable Body body) {}

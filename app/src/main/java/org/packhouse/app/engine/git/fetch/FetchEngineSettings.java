package org.packhouse.app.engine.git.fetch;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code git.*}: clones and fetches.
 *
 * @param deltasForDepthOne whether native git alone serves clones of depth 1 and searches deltas,
 *     for a pack a few percent smaller at twice the processor time
 * @param allowRefInWant {@code want-ref}, which helps only if a ref that was listed moves and ten
 *     minutes pass, and with which fewer clones share a cached response
 */
@ConfigurationProperties("git")
public record FetchEngineSettings(
    @DefaultValue("auto") Engine engine,
    @DefaultValue("false") boolean deltasForDepthOne,
    @DefaultValue("false") boolean allowRefInWant) {

  public enum Engine {
    /** The server itself or native git, whichever is cheaper for the request. */
    AUTO,
    NATIVE
  }
}

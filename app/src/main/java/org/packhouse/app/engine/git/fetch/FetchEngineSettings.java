package org.packhouse.app.engine.git.fetch;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code git.*}: clones and fetches.
 *
 * @param allowRefInWant {@code want-ref}, which helps only if a ref that was listed moves and ten
 *     minutes pass, and with which fewer clones share a cached response
 */
@ConfigurationProperties("git")
public record FetchEngineSettings(
    @DefaultValue("auto") Engine engine, @DefaultValue("false") boolean allowRefInWant) {

  public enum Engine {
    /** The server itself or native git, whichever is cheaper for the request. */
    AUTO,
    NATIVE
  }
}

package org.packhouse.app.engine.git.fetch;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code git.*}: who makes the responses of clones and fetches, and what may be asked.
 *
 * @param engine who makes them
 * @param deltasForDepthOne whether clones of depth 1 are native git's alone and it looks for deltas
 *     in them, which makes the pack a few percent smaller and takes twice the processor time;
 *     without, those that are stored are sent all the same
 * @param allowRefInWant whether clients may want branches and tags by name ({@code want-ref}), so
 *     that none fails whose branch moved since it listed the refs. That hardly happens, because
 *     what a ref pointed to within the last ten minutes may be wanted; and answers that tell names
 *     are kept for each choice of names, so fewer clones share one
 */
@ConfigurationProperties("git")
public record FetchEngineSettings(
    @DefaultValue("auto") Engine engine,
    @DefaultValue("false") boolean deltasForDepthOne,
    @DefaultValue("false") boolean allowRefInWant) {

  /** The maker of responses. */
  public enum Engine {
    /** The server itself or native git, whichever is cheaper for the request. */
    AUTO,
    /** Native git alone. */
    NATIVE
  }
}

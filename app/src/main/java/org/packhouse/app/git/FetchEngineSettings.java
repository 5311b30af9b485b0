package org.packhouse.app.git;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code git.*}: who makes the answers of clones and fetches.
 *
 * @param engine who makes them
 * @param deltasForDepthOne whether native git looks for deltas when it packs a single commit, which
 *     makes the pack a few percent smaller and takes twice the processor time; without, those that
 *     are stored are sent all the same
 */
@ConfigurationProperties("git")
record FetchEngineSettings(
    @DefaultValue("auto") Engine engine, @DefaultValue("false") boolean deltasForDepthOne) {

  /** Who makes answers. */
  enum Engine {
    /** The server itself or native git, whichever is cheaper for the request. */
    AUTO,
    /** Native git alone. */
    NATIVE
  }
}

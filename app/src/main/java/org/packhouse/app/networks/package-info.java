/**
 * What goes on between repositories and around them: forks, imports, pull requests, housekeeping.
 *
 * <p>It may use every stratum up to {@code source}.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.networks;

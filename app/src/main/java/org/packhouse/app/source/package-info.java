/**
 * What is in a repository, for REST and pages: commits, branches, files, edits and comments.
 *
 * <p>It may use every stratum up to {@code engine}.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.source;

/**
 * The receive operation: commands and a pack, checks, and the report to the pusher.
 *
 * <p>A small pack is measured, indexed by JGit and kept in memory; a large one goes to {@code git
 * index-pack --strict} while it arrives. Objects whose checks by JGit and by git's fsck may differ
 * (names that fold to {@code .git}, {@code .gitmodules}, {@code .gitattributes}) are left to native
 * git. A pack that arrives slowly is spooled to the local disk and takes its ticket when it is
 * complete.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.receive;

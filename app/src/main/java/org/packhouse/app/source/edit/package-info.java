/**
 * Commits made without a clone, by REST and pages.
 *
 * <p>Contents stream into a pack in a quarantine; the ref moves by the rules and checks of a push.
 * If the branch has moved meanwhile, the commit is made anew on its tip, so only edits of the same
 * file conflict.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.edit;

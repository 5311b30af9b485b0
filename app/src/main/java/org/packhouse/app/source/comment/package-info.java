/**
 * Comments on commits and pull requests, reactions to them, and watches of commits and
 * repositories. Permissions are checked by callers; authorship is checked by {@link
 * org.packhouse.app.source.comment.Comments}.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.comment;

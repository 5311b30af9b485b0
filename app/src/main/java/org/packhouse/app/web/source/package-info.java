/** Pages of a repository's content: trees, files, edits, branches and tags. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.source;

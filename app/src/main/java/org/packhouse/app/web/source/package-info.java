/** Pages of a repository's content: tree, file, commits, branches, tags. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.source;

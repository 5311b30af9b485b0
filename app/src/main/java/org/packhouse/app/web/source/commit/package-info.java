/** Pages of commits: lists, one commit with its comments, and comparisons. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.source.commit;

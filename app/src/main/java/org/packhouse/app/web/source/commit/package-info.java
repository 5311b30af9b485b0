/** Pages of commits: lists, single commits with their comments, and comparisons. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.source.commit;

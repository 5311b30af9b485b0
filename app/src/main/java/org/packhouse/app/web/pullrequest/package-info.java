/** Pages of a pull request: its activities, comments, diff and merge. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.pullrequest;

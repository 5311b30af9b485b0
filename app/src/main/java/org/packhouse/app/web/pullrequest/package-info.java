/** Pages of pull requests: lists, what is said of one, what it changes, and merging it. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.pullrequest;

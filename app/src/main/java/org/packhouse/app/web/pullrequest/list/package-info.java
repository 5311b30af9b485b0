/** Lists of pull requests: of a repository, and of a user. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.pullrequest.list;

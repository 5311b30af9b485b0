/** Lists of pull requests: those of a repository, and those that wait for a person. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.pullrequest.list;

/**
 * Comments, tasks, suggestions and pending reviews on a pull request, and the lines that they
 * belong to.
 *
 * <p>Where a commented line is now is found each time it is shown, by comparing the file then and
 * now, so a push writes nothing. Comments of an unfinished review lie in a table of their own and
 * keep their ids when they are published.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.comment;

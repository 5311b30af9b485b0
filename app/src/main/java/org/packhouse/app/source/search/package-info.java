/**
 * Searches code and commits of default branches by a trigram index in PostgreSQL.
 *
 * <p>A push raises a mark; any node brings one repository at a time up to its tip under a lease, in
 * portions of one transaction each, at the pace that a busy machine leaves. A search asks within
 * the ids of the repositories that the caller may read at that moment.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.search;

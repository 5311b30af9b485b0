/** Searches code and commits of default branches by a trigram index in PostgreSQL. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.search;

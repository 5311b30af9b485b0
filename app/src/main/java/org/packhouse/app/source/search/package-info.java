/** Finds code and commits of default branches, by an index of trigrams in PostgreSQL. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.search;

/** The overview of a repository: how many commits, which languages, the latest tag. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.overview;

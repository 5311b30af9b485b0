/** The overview of a default branch: number of commits, languages, latest tag. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.overview;

/** Builds and deployments that programs report on commits, and the builds that merges require. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.review.build;

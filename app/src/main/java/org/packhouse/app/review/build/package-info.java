/**
 * Builds and deployments: what other programs tell of commits, and which builds a merge waits for.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.review.build;

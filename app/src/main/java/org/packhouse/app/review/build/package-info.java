/**
 * Builds and deployments that programs report on commits, and the builds that merges require.
 *
 * <p>A report belongs to its author and counts in a repository while the author may read it. Rows
 * that name no repository go for every repository with the commit; what an administrator deletes
 * there is withdrawn from that repository alone.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.review.build;

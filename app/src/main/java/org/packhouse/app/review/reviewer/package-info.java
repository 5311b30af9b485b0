/** Default reviewers and tasks of pull requests, by branch, and groups of reviewers. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.review.reviewer;

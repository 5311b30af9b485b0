/** Default reviewers, default tasks and reviewer groups in the REST dialect. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.reviewer.rest;

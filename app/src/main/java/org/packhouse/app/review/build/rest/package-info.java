/** Builds, deployments and required builds in the REST dialect. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.build.rest;

/** Commits in the REST dialect: controllers and views. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.commit.rest;

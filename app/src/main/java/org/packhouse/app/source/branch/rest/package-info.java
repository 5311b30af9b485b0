/** Branches and tags in the REST dialect: controllers and views. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.branch.rest;

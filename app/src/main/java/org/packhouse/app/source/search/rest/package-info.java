/** Code search and the commits of an issue in the REST dialect. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.search.rest;

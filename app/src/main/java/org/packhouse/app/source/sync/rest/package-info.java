/** Synchronization of forks in the REST dialect. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.sync.rest;

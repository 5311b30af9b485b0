/**
 * Maintenance and the state of a node over HTTP: controllers, and the filter that turns requests
 * away.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.identity.maintenance.rest;

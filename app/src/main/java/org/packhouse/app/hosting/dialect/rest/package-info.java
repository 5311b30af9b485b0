/**
 * Endpoints of the dialect about the server itself: its version, its capabilities, and features
 * that it lacks.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.hosting.dialect.rest;

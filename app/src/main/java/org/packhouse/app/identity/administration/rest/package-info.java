/** The server itself in the REST dialect, for administrators. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.identity.administration.rest;

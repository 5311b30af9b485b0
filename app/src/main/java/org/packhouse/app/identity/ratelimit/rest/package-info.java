/** Rate limits over HTTP: the filter that refuses requests, and the controller that sets limits. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.identity.ratelimit.rest;

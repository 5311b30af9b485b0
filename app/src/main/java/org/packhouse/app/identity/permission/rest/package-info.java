/** Grants in the REST dialect, global ones and those on projects and repositories. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.identity.permission.rest;

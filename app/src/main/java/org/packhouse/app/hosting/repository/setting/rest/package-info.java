/** Scopes of settings in the REST dialect. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.hosting.repository.setting.rest;

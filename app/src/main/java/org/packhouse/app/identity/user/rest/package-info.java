/** Users and groups as views of the REST dialect, which views of other features embed. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.identity.user.rest;

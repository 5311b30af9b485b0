/** Avatars over HTTP: reading uploads, sending pictures, and the avatars of users. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.identity.avatar.rest;

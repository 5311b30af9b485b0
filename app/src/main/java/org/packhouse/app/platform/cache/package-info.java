/**
 * Caches in this node's memory; {@code Caches} makes and lists them. Must not depend on other
 * packages of the server.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.cache;

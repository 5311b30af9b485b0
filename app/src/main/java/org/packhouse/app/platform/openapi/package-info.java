/**
 * The OpenAPI document of the REST operations, with their parameters and responses.
 *
 * <p>The document is a resource made from the controllers by a test, so the server carries no
 * generator and nobody waits for the first response. A record's component is required unless it is
 * {@code @Nullable}. Tests hold the status of every answer against it.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.openapi;

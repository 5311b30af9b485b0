/** The OpenAPI document of the REST operations, with their parameters and responses. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.openapi;

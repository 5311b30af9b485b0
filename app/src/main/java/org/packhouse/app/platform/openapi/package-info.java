/** The OpenAPI document: what REST operations there are, with which parameters and answers. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.openapi;

/** This node: its homes, identity, state, request ids and access log. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.node;

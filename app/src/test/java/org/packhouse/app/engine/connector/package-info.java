/** Connections, windows and bodies, driven by real git, curl and sockets. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.connector;

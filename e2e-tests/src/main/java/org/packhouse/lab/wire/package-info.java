/**
 * Connections to a server as the lab's clients have them: HTTP over plain sockets, TLS, slow and
 * long links, written so that a load costs the server and not the client. Knows nothing of Git.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.wire;

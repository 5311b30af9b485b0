/**
 * Git over SSH, by MINA SSHD on Netty, from {@code GitSshServer} on. Knows nothing of HTTP.
 *
 * <p>The event loop does I/O alone; decryption, key exchange and sign-in run on a virtual thread of
 * each connection, and each command on one of its own. A socket is read only while its commands
 * hold little unread input, because windows of 8 MB for a thousand clients would fill the heap.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.ssh;

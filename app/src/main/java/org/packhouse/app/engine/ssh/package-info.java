/**
 * Git over SSH, by MINA SSHD on Netty, from {@code GitSshServer} on. Knows nothing of HTTP.
 *
 * <p>Key exchange and sign-in run on a virtual thread of each connection, and each command on one
 * of its own, which encrypts its packets next to each other and writes them to the socket itself.
 * The event loop decrypts the input of clients that have signed in, and sends what the kernel had
 * no room for. A socket is read only while its commands hold little unread input, because windows
 * of 8 MB for a thousand clients would fill the heap.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.ssh;

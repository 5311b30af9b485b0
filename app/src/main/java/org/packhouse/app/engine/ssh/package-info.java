/**
 * Git over SSH, by MINA SSHD on Netty; {@code GitSshServer} is the entry. Knows nothing of HTTP.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.ssh;

/** Git over SSH, by MINA SSHD on Netty, from {@code GitSshServer} on. Knows nothing of HTTP. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.ssh;

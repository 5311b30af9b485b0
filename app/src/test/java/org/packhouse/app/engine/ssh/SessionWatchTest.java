package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;

/** The count of sessions that have signed in. */
class SessionWatchTest {

  private final SessionWatch watch =
      new SessionWatch(TestingServer.shared().get(SshSettings.class), new RunningCommands());

  @Test
  void countsNoSessionThatATimeLimitClosedWhileItSignedIn() {
    Session closed =
        (Session)
            Proxy.newProxyInstance(
                Session.class.getClassLoader(),
                new Class<?>[] {Session.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "isOpen" -> false;
                      case "hashCode" -> System.identityHashCode(proxy);
                      case "equals" ->
                          System.identityHashCode(arguments[0]) == System.identityHashCode(proxy);
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    watch.sessionClosed(closed);

    watch.sessionEvent(closed, SessionListener.Event.Authenticated);

    assertThat(watch.signedIn()).isZero();
  }
}

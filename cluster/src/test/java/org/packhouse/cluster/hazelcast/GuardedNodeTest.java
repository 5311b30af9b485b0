package org.packhouse.cluster.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.nio.MemberSocketInterceptor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GuardedNodeTest {

  @Test
  void standsWhereHazelcastAsksForAnInterceptor() throws Exception {
    var asked =
        DefaultNodeExtension.class.getMethod("getSocketInterceptor", EndpointQualifier.class);
    assertThat(asked.getReturnType()).isEqualTo(MemberSocketInterceptor.class);
    assertThat(Modifier.isFinal(asked.getModifiers())).isFalse();
    assertThat(DefaultNodeContext.class.getMethod("createNodeExtension", node()).getReturnType())
        .isNotNull();
  }

  private static Class<?> node() throws ClassNotFoundException {
    return Class.forName("com.hazelcast.instance.impl.Node");
  }

  @Test
  void whoDoesNotProveTheSecretHearsNothingAndIsCutOff() throws Exception {
    try (TestingMembers members = new TestingMembers()) {
      HazelcastCluster cluster = members.start(TestingMembers.member("node-1"));
      await().atMost(Duration.ofSeconds(30)).until(cluster::isUp);
      HazelcastOptions options = members.options(0, TestingMembers.GROUP);
      try (Socket socket = new Socket(options.host(), options.port())) {
        InputStream in = socket.getInputStream();
        socket.getOutputStream().write(new byte[100]);
        assertThat(restOf(in)).isZero();
      }
    }
  }

  private static int restOf(InputStream in) throws IOException {
    int count = 0;
    try {
      while (in.read() >= 0) {
        count++;
      }
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
    return count;
  }
}

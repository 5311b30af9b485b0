package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The content of the files that people begin to deploy with. */
class DeploymentFilesTest {

  @Test
  void whateverRunsTheServerStartsItAgain() throws IOException {
    assertThat(read("docs/operations.md")).contains("\nRestart=on-failure\n").contains("restart:");
    String compose = read("docker/compose.yaml");
    assertThat(compose.split("restart: unless-stopped", -1)).hasSize(3);
  }

  @Test
  void haproxyPassesOnNothingOfTheClientThatItMustSayItself() throws IOException {
    assertThat(read("docker/haproxy.cfg"))
        .contains(
            "http-request del-header Upgrade\n",
            "http-request del-header HTTP2-Settings\n",
            "http-request del-header X-Forwarded-For\n",
            "http-request set-header X-Forwarded-Port %[dst_port]\n",
            "tune.h2.max-concurrent-streams ",
            "tcp-request connection reject if { sc_conn_cur(0) gt ");
  }

  @Test
  void nginxPassesOnNothingOfTheClientThatItMustSayItself() throws IOException {
    String nginx = read("docker/nginx.conf");
    assertThat(nginx)
        .contains(
            "proxy_set_header Upgrade \"\";",
            "proxy_set_header HTTP2-Settings \"\";",
            "proxy_set_header X-Forwarded-For $remote_addr;",
            "proxy_set_header X-Forwarded-Port $server_port;",
            "limit_conn address ");
    int large = nginx.indexOf("client_body_buffer_size 8m;");
    assertThat(nginx.lastIndexOf("if ($http_authorization = \"\")", large))
        .as("a large buffer is for those alone who show who they are")
        .isGreaterThan(nginx.lastIndexOf("location ", large));
  }

  @Test
  void threeNodesOfOneMachineHaveABalancerThatPassesOnNothingOfTheClientEither()
      throws IOException {
    assertThat(read("docker/haproxy.cluster.cfg"))
        .contains(
            "http-request del-header Upgrade\n",
            "http-request del-header HTTP2-Settings\n",
            "http-request del-header X-Forwarded-For\n",
            "http-request set-header X-Forwarded-Port %[dst_port]\n",
            "send-proxy-v2")
        .contains("server node1 ", "server node2 ", "server node3 ");
    assertThat(read("docker/compose.cluster.yaml"))
        .contains("NODE_NAME: node1", "NODE_NAME: node2", "NODE_NAME: node3")
        .contains("SERVER_TRUSTED_PROXIES: 172.31.99.10", "ipv4_address: 172.31.99.10");
  }

  private static String read(String file) throws IOException {
    return Files.readString(Path.of("..").resolve(file));
  }
}

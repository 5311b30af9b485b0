package org.packhouse.app.platform.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.outbound.OutboundCalls.Limits;
import org.packhouse.app.platform.outbound.OutboundCalls.Request;

/** Calls to hosts that mean harm, and to what they are called. */
class OutboundCallsTest {

  private static final int LIMIT = 16_384;
  private static final Limits USUAL = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(30));
  private static final Limits SHORT = new Limits(Duration.ofSeconds(5), Duration.ofMillis(500));
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  private static OutboundCalls calls(String... allowed) {
    return new OutboundCalls(new OutboundAddresses(List.of(allowed))::allows, "a.setting");
  }

  private static WebAddress address(String url) {
    try {
      return WebAddress.parse(url);
    } catch (WebAddress.RefusedException e) {
      throw new AssertionError(e);
    }
  }

  private static OutboundResponse.Body body(HostileHost host, Limits limits) {
    try {
      return calls("127.0.0.1")
          .send(
              address(host.url()),
              true,
              new Request("POST", Map.of(), new byte[0]),
              limits,
              response -> response.body(LIMIT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST",
        "127.0.0.1",
        "127.1",
        "127.255.255.254",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "127.0.0.01",
        "017700000001",
        "0.0.0.0",
        "0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::ffff:0:127.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[2001:0:7f00:1::]",
        "[fe80::1]",
        "[fc00::1]",
        "[ff02::1]",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "100.64.0.1",
        "169.254.169.254",
        "[::ffff:169.254.169.254]",
        "224.0.0.1",
        "255.255.255.255"
      })
  void nobodyInsideIsReachedWhateverTheAddressIsWrittenLike(String host) throws IOException {
    try (HostileHost inside = HostileHost.everywhere()) {
      String url = "http://" + host + ":" + inside.port() + "/";
      assertThatThrownBy(() ->
              calls()
                  .send(
                      WebAddress.parse(url),
                      true,
                      new Request("GET", Map.of(), new byte[0]),
                      SHORT,
                      OutboundResponse::status))
          .isInstanceOfAny(IOException.class, WebAddress.RefusedException.class)
          .hasMessageFindingMatch("not at a public address|names a host here|An IPv4 address is");
      assertThat(inside.asked()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-host.invalid", "localhost", "10.0.0.1"})
  void anUnknownHostIsNotToldFromOneInside(String host) {
    assertThatThrownBy(() ->
            new OutboundCalls(new OutboundAddresses(List.of())::allows, "a.setting")
                .send(
                    WebAddress.parse("http://" + host + "/"),
                    true,
                    new Request("GET", Map.of(), new byte[0]),
                    SHORT,
                    OutboundResponse::status))
        .isInstanceOf(IOException.class)
        .hasMessage(
            host
                + " is not at a public address, or no host is known by that name. An administrator"
                + " can allow it by a.setting.");
  }

  @Test
  void aPublicAddressIsNotRefused() {
    assertThat(address("http://8.8.8.8/").host()).isEqualTo("8.8.8.8");
    assertThat(address("http://[2606:4700::1111]:81/").authority())
        .isEqualTo("[2606:4700::1111]:81");
  }

  @Test
  void aRedirectIsShownAndNotFollowed() throws IOException {
    try (HostileHost inside = HostileHost.everywhere();
        HostileHost host =
            HostileHost.saying(
                "HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:%d/\r\nContent-Length: 0\r\n\r\n"
                    .formatted(inside.port()))) {
      int status =
          calls("127.0.0.1")
              .send(
                  address(host.url()),
                  true,
                  new Request("POST", Map.of(), new byte[0]),
                  USUAL,
                  OutboundResponse::status);
      assertThat(status).isEqualTo(307);
      assertThat(inside.asked()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 1073741824\r\n\r\n",
        "\r\n",
        "Transfer-Encoding: chunked\r\n\r\n40000000\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n"
      })
  void ofAHugeResponseTheBeginningIsRead(String head) throws IOException {
    try (HostileHost host = HostileHost.endless(OK + head, new byte[LIMIT])) {
      OutboundResponse.Body body = body(host, USUAL);
      assertThat(body.bytes()).hasSize(LIMIT);
      assertThat(body.complete()).isFalse();
      // More than that no buffer on the way takes.
      assertThat(host.said()).isLessThan(64L << 20);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 ", OK, OK + "X: ", OK + "A: b\r\nX-", "HTTP/1.1 100 C\r\n"})
  void aHeadThatTricklesIsWaitedForNoLongerThanTheLimit(String begin) throws IOException {
    try (HostileHost host = HostileHost.trickling(begin, "x")) {
      assertThatThrownBy(() -> body(host, SHORT))
          .hasMessageContaining("There was no response within 500 ms.");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 100000\r\n\r\n", "\r\n", "Content-Length: 1000000\r\n\r\n"})
  void ofABodyThatTricklesThereIsWhatCameInTime(String head) throws IOException {
    try (HostileHost host = HostileHost.trickling(OK + head, "word ")) {
      OutboundResponse.Body body = body(host, SHORT);
      assertThat(new String(body.bytes(), StandardCharsets.UTF_8)).startsWith("word word ");
      assertThat(body.complete()).isFalse();
    }
  }

  @Test
  void ofChunksThatTrickleThereIsWhatCameInTime() throws IOException {
    try (HostileHost host =
        HostileHost.trickling(OK + "Transfer-Encoding: chunked\r\n\r\n", "4\r\nword\r\n")) {
      OutboundResponse.Body body = body(host, SHORT);
      assertThat(new String(body.bytes(), StandardCharsets.UTF_8)).startsWith("wordword");
      assertThat(body.complete()).isFalse();
    }
  }

  @Test
  void aHeadThatDoesNotEndIsRefused() throws IOException {
    try (HostileHost headers =
            HostileHost.endless(OK, "X-Header: y\r\n".getBytes(StandardCharsets.UTF_8));
        HostileHost interim =
            HostileHost.endless("", "HTTP/1.1 103 Wait\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        HostileHost line = HostileHost.endless(OK, new byte[LIMIT]);
        HostileHost none = HostileHost.saying("SSH-2.0-OpenSSH\r\n")) {
      for (HostileHost host : List.of(headers, interim, line)) {
        assertThatThrownBy(() -> body(host, USUAL)).hasMessageContaining("longer than 32768 bytes");
      }
      assertThatThrownBy(() -> body(none, USUAL)).hasMessageContaining("no HTTP");
    }
  }

  @Test
  void nothingIsUnpacked() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 10; i++) {
        gzip.write(zeros);
      }
    }
    String head =
        OK + "Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n".formatted(packed.size());
    try (HostileHost host =
        HostileHost.that(out -> {
          HostileHost.write(out, head);
          packed.writeTo(out);
        })) {
      assertThat(body(host, USUAL).bytes()).isEqualTo(packed.toByteArray());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org/\r\nX-Evil: 1",
        "http://example.org/ HTTP/1.1\nX-Evil: 1",
        "http://example.org\r\n/",
        "http://exa mple.org/",
        "http://user:password@example.org/",
        "http://example.org:0/",
        "http://example.org:65536/",
        "http:///path",
        "gopher://example.org/",
        "file:///etc/passwd"
      })
  void aUrlIsNoMoreThanOne(String url) {
    assertThatThrownBy(() -> WebAddress.parse(url)).isInstanceOf(WebAddress.RefusedException.class);
  }

  @Test
  void aHeaderIsNoMoreThanOne() throws IOException {
    for (String value : List.of("a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\0")) {
      Map<String, String> headers = Map.of("X-Header", value);
      assertThatThrownBy(() -> new Request("POST", headers, new byte[0]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("A header is one line: X-Header");
    }
    try (HostileHost host = HostileHost.everywhere()) {
      calls("127.0.0.1")
          .send(
              address("http://127.0.0.1:" + host.port() + "/a%0d%0aX-Evil:1?b=%0a"),
              true,
              new Request("GET", Map.of("X-Good", "1"), new byte[0]),
              USUAL,
              OutboundResponse::status);
      assertThat(host.asked().getFirst().lines())
          .contains("GET /a%0d%0aX-Evil:1?b=%0a HTTP/1.1", "X-Good: 1")
          .noneMatch(line -> line.startsWith("X-Evil"));
    }
  }
}

package org.packhouse.app.notice.imageproxy;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.notice.imageproxy.ExternalImages.BusyException;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.packhouse.app.platform.outbound.OutboundCalls;
import org.packhouse.app.platform.outbound.OutboundCalls.Limits;
import org.packhouse.app.platform.outbound.OutboundCalls.Request;
import org.packhouse.app.platform.outbound.OutboundResponse;
import org.packhouse.app.platform.outbound.OutboundResponse.Body;
import org.packhouse.app.platform.outbound.WebAddress;
import org.packhouse.app.platform.throttle.RequestMemory;

/**
 * Fetches an image without headers that reveal the reader and without content encoding, which could
 * inflate it; redirects follow the same rules.
 */
final class ImageFetch {

  /** Identifies such proxies, to break redirect loops. */
  static final String VIA = "1.1 packhouse-image-proxy";

  private static final int MAX_REDIRECTS = 3;
  private static final int MAX_SVG = 1 << 20;

  /** A reachable host answers within a round trip, and a repeated packet takes 1 s. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  private static final Request REQUEST =
      new Request(
          "GET",
          Map.of(
              "Accept",
              "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8",
              "Accept-Encoding",
              "identity",
              "User-Agent",
              "Packhouse",
              "Via",
              VIA),
          new byte[0]);

  private final OutboundCalls calls;
  private final ImageProxySettings settings;
  private final RequestMemory memory;

  ImageFetch(ImageProxySettings settings, RequestMemory memory) {
    this.calls =
        new OutboundCalls(
            new OutboundAddresses(settings.allowedAddresses())::allows,
            "image-proxy.allowed-addresses");
    this.settings = settings;
    this.memory = memory;
  }

  private record Step(Optional<ExternalImage> image, String redirect) {}

  /** Fails with a message that says why the image cannot be fetched. */
  ExternalImage fetch(WebAddress address) throws IOException {
    long end = System.nanoTime() + settings.timeout().toNanos();
    WebAddress at = address;
    for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      Duration left = Duration.ofNanos(end - System.nanoTime());
      if (left.toMillis() <= 0) {
        throw new IOException("Its redirects took too long.");
      }
      Limits limits =
          new Limits(left.compareTo(CONNECT_TIMEOUT) < 0 ? left : CONNECT_TIMEOUT, left);
      Step step = calls.send(at, true, REQUEST, limits, this::read);
      if (step.image().isPresent()) {
        return step.image().get();
      }
      try {
        at = at.resolve(step.redirect());
      } catch (WebAddress.RefusedException e) {
        throw new IOException("It is redirected to no address: " + e.getMessage(), e);
      }
    }
    throw new IOException("It is redirected more than %d times.".formatted(MAX_REDIRECTS));
  }

  private Step read(OutboundResponse response) throws IOException {
    int status = response.status();
    String location = response.header("location");
    if (status >= 300 && status < 400 && !location.isEmpty()) {
      return new Step(Optional.empty(), location);
    }
    if (status != 200) {
      throw new IOException("Its host responds with status " + status + ".");
    }
    String encoding = response.header("content-encoding");
    if (!encoding.isEmpty() && !encoding.equalsIgnoreCase("identity")) {
      throw new IOException("It comes encoded, which was not asked for.");
    }
    return new Step(Optional.of(image(response)), "");
  }

  private ExternalImage image(OutboundResponse response) throws IOException {
    int limit = (int) settings.maxSize().toBytes();
    if (response.length() > limit) {
      throw new IOException(
          "It has %d bytes, and at most %d are passed on.".formatted(response.length(), limit));
    }
    try (RequestMemory.Share share = memory.share()) {
      // The pieces that come, and the whole that is made of them; more while its length is unknown.
      if (!share.take(response.length() < 0 ? 4L * limit : 2 * response.length())) {
        throw new BusyException();
      }
      Body body = response.body(limit);
      if (!body.complete()) {
        throw new IOException(
            "It ended early, or has more than the %d bytes that are passed on.".formatted(limit));
      }
      ImageType type =
          ImageType.of(body.bytes(), response.header("content-type"))
              .orElseThrow(() -> new IOException("It is no image of a type that is passed on."));
      if (type == ImageType.SVG && body.bytes().length > MAX_SVG) {
        throw new IOException("It is SVG of more than %d bytes.".formatted(MAX_SVG));
      }
      return ExternalImage.of(type, body.bytes());
    }
  }
}

package org.packhouse.app.notice.imageproxy;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.setup.SecretStore;
import org.packhouse.app.platform.outbound.WebAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;

/**
 * Builds and reads the addresses of proxied images. They are signed by a key of all nodes, so that
 * the server fetches only URLs of texts that it has shown.
 */
@Component
public class ImageAddresses {

  public static final String PREFIX = "/-/image-proxy/";

  private static final Logger LOG = LoggerFactory.getLogger(ImageAddresses.class);
  private static final String HMAC = "HmacSHA256";
  private static final String NOT_IN_URLS = "\"<>\\^`{|} ";

  private final SecretStore seals;
  private final boolean enabled;
  private final AtomicReference<@Nullable SecretKeySpec> key = new AtomicReference<>();

  ImageAddresses(SecretStore seals, ImageProxySettings settings) {
    this.seals = seals;
    this.enabled = settings.enabled();
  }

  /** Returns the path without context path; empty: the image is not proxied. */
  public Optional<String> path(String url) {
    if (!enabled) {
      return Optional.empty();
    }
    try {
      String address = WebAddress.parse(encoded(url.strip())).url();
      // What is resolved or encoded can be longer than what was written.
      if (address.length() > WebAddress.MAX_LENGTH) {
        return Optional.empty();
      }
      byte[] bytes = address.getBytes(StandardCharsets.US_ASCII);
      return Optional.of(PREFIX + text(signature(bytes)) + "/" + text(bytes));
    } catch (WebAddress.RefusedException e) {
      return Optional.empty();
    } catch (UncheckedIOException e) {
      LOG.warn("Images of other hosts are links for now: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** Returns the address of a path behind {@link #PREFIX}; empty: this server did not sign it. */
  public Optional<WebAddress> read(String signature, String address) {
    if (!enabled) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(address);
      byte[] given = Base64.getUrlDecoder().decode(signature);
      return MessageDigest.isEqual(given, signature(bytes))
          ? Optional.of(WebAddress.parse(new String(bytes, StandardCharsets.US_ASCII)))
          : Optional.empty();
    } catch (IllegalArgumentException | WebAddress.RefusedException e) {
      return Optional.empty();
    }
  }

  /** Percent-encodes a URL as browsers do: people leave the encoding out. */
  private static String encoded(String url) {
    StringBuilder encoded = new StringBuilder(url.startsWith("//") ? "https:" : "");
    int end = url.indexOf('#');
    String whole = end < 0 ? url : url.substring(0, end);
    whole
        .codePoints()
        .forEach(c ->
            encoded.append(
                c > '~' || NOT_IN_URLS.indexOf(c) >= 0
                    ? UriUtils.encode(Character.toString(c), StandardCharsets.UTF_8)
                    : Character.toString(c)));
    return encoded.toString();
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private byte[] signature(byte[] bytes) {
    SecretKeySpec known = key.get();
    if (known == null) {
      known = new SecretKeySpec(seals.key("image-proxy"), HMAC);
      key.set(known);
    }
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(known);
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot sign", e);
    }
  }
}

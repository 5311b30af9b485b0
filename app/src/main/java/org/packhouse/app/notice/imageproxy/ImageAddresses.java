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
import org.packhouse.app.identity.setup.SealedFacts;
import org.packhouse.app.platform.outbound.WebAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;

/**
 * Makes the addresses under which this server shows images of other hosts, and reads them again.
 * They are signed by a key that all nodes share, so nobody has the server fetch what no text that
 * it has shown asks for.
 */
@Component
public class ImageAddresses {

  /** The path that all of them begin with. */
  public static final String PREFIX = "/-/image-proxy/";

  private static final Logger LOG = LoggerFactory.getLogger(ImageAddresses.class);
  private static final String HMAC = "HmacSHA256";
  private static final String NOT_IN_URLS = "\"<>\\^`{|} ";

  private final SealedFacts seals;
  private final boolean enabled;
  private final AtomicReference<@Nullable SecretKeySpec> key = new AtomicReference<>();

  ImageAddresses(SealedFacts seals, ImageProxySettings settings) {
    this.seals = seals;
    this.enabled = settings.enabled();
  }

  /**
   * The path of an image, without the context path; empty: it is not shown.
   *
   * @param url that names its host, as somebody wrote it
   */
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

  /**
   * The address that a path was made of; empty: it was not made by this server.
   *
   * @param signature the part of it behind {@link #PREFIX}
   * @param address the part behind that
   */
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

  /** The URL as browsers would ask for it: people leave out the encoding. */
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

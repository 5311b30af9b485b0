package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.packhouse.app.notice.imageproxy.ExternalImage;
import org.packhouse.app.notice.imageproxy.ExternalImages;
import org.packhouse.app.notice.imageproxy.ImageAddresses;
import org.packhouse.app.notice.imageproxy.ImageType;
import org.packhouse.app.platform.outbound.WebAddress;
import org.packhouse.app.platform.rest.Open;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Serves images of other hosts. A failure has no body: browsers show the alternative text. */
@Controller
@Open("shows what is on the web anyway, under addresses that this server has signed")
record ExternalImageFiles(ImageAddresses addresses, ExternalImages images) {

  private static final String SANDBOX =
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";
  private static final String KEPT = "private, max-age=3600";
  private static final String FAILURE_KEPT = "private, max-age=60";

  @GetMapping(ImageAddresses.PREFIX + "{signature}/{address}")
  void show(
      @PathVariable String signature,
      @PathVariable String address,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    response.setHeader("Content-Security-Policy", SANDBOX);
    Optional<WebAddress> wanted = addresses.read(signature, address);
    if (wanted.isEmpty() || ExternalImages.isAskedByProxy(request.getHeader(HttpHeaders.VIA))) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    try (ExternalImages.Sending sending = images.find(wanted.get()).orElse(null)) {
      if (sending == null) {
        response.setHeader(HttpHeaders.CACHE_CONTROL, FAILURE_KEPT);
        response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      } else {
        send(sending.image(), request, response);
      }
    } catch (ExternalImages.BusyException e) {
      response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
      response.setHeader(HttpHeaders.RETRY_AFTER, "5");
      response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    }
  }

  private static void send(
      ExternalImage image, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String tag = "\"" + image.tag() + "\"";
    response.setHeader(HttpHeaders.ETAG, tag);
    response.setHeader(HttpHeaders.CACHE_CONTROL, KEPT);
    if (tag.equals(request.getHeader(HttpHeaders.IF_NONE_MATCH))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType(image.type().contentType());
    response.setContentLength(image.bytes().length);
    if (image.type() == ImageType.SVG) {
      // Pages show attachments too; opened by itself, an SVG could imitate a page of this server.
      response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"image.svg\"");
    }
    if (!"HEAD".equals(request.getMethod())) {
      response.getOutputStream().write(image.bytes());
    }
  }
}

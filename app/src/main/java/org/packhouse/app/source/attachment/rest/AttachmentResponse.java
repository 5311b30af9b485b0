package org.packhouse.app.source.attachment.rest;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.packhouse.app.source.attachment.Attachment;
import org.springframework.http.CacheControl;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Builds responses that cannot run in the browser: pictures are shown, all else is downloaded. */
public final class AttachmentResponse {

  private static final String SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'";

  private AttachmentResponse() {}

  /** Returns a cacheable response: attachments never change. */
  public static ResponseEntity<byte[]> of(Attachment attachment, byte[] bytes) {
    Optional<String> picture = Attachment.picture(bytes);
    ContentDisposition.Builder disposition =
        picture.isPresent() ? ContentDisposition.inline() : ContentDisposition.attachment();
    return ResponseEntity.ok()
        .contentType(
            picture.map(MediaType::parseMediaType).orElse(MediaType.APPLICATION_OCTET_STREAM))
        .cacheControl(CacheControl.maxAge(Duration.ofDays(30)).cachePrivate().immutable())
        .eTag('"' + attachment.digest() + '"')
        .header("Content-Security-Policy", SANDBOX)
        .header("X-Content-Type-Options", "nosniff")
        .header(
            HttpHeaders.CONTENT_DISPOSITION,
            disposition.filename(attachment.name(), StandardCharsets.UTF_8).build().toString())
        .body(bytes);
  }
}

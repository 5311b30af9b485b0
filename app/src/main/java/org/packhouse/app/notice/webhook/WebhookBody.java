package org.packhouse.app.notice.webhook;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A webhook as requests write it.
 *
 * @param configuration its entry {@code secret} signs what the receiver is told; absent: as it was;
 *     empty: nothing is signed
 * @param credentials absent: as they were
 */
public record WebhookBody(
    @Nullable String name,
    @Nullable String url,
    @Nullable List<String> events,
    @Nullable Boolean active,
    @Nullable Map<String, Object> configuration,
    @Nullable Boolean sslVerificationRequired,
    @Nullable CredentialsBody credentials) {

  /**
   * The user whom a receiver knows this server as.
   *
   * @param password absent: as it was
   */
  public record CredentialsBody(@Nullable String username, @Nullable String password) {}
}

package org.packhouse.app.identity.administration.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.security.SecureRandom;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.GrantLists;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.setup.StoredSettings;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the license, which the server does not need, but keeps for clients that compare it. */
@ByToken
@RestController
@RequestMapping(RestPaths.API + "/admin/license")
class LicenseController {

  private static final String TEXT = "license.text";
  private static final String SERVER_ID = "server.id";
  private static final int MAX_LENGTH = 16_384;

  private final StoredSettings stored;
  private final GrantLists grants;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;
  private final SecureRandom random = new SecureRandom();

  LicenseController(
      StoredSettings stored,
      GrantLists grants,
      TransactionTemplate transaction,
      ApplicationEventPublisher events) {
    this.stored = stored;
    this.grants = grants;
    this.transaction = transaction;
    this.events = events;
  }

  record Body(@Nullable String license) {}

  /** A license without the dialect's dates: nothing expires. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record License(
      @Nullable String license,
      String serverId,
      boolean unlimitedNumberOfUsers,
      int maximumNumberOfUsers,
      Status status) {}

  record Status(String serverId, int currentNumberOfUsers) {}

  @Requires(Permission.ADMIN)
  @GetMapping
  License get() {
    return license();
  }

  @Requires(Permission.SYS_ADMIN)
  @PostMapping
  License set(@RequestBody Body body) {
    String text = body.license();
    if (text == null || text.isBlank() || text.length() > MAX_LENGTH || text.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          "license",
          "A license has 1 to %d characters and no zero byte, not %s."
              .formatted(MAX_LENGTH, text == null ? "none" : InvalidFieldException.quote(text)));
    }
    transaction.executeWithoutResult(_ -> {
      stored.write(TEXT, text);
      events.publishEvent(new AuditableChange("license.changed", "license"));
    });
    return license();
  }

  private License license() {
    String id = serverId();
    int users = grants.holders(null, Permission.LICENSED_USER).userIds().size();
    return new License(
        stored.read(TEXT).orElse(null), id, true, Integer.MAX_VALUE, new Status(id, users));
  }

  private String serverId() {
    return stored
        .read(SERVER_ID)
        .orElseGet(() ->
            stored.writeIfAbsent(
                SERVER_ID,
                Long.toUnsignedString(random.nextLong(), Character.MAX_RADIX)
                    .toUpperCase(Locale.ROOT)));
  }
}

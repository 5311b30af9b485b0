package org.packhouse.app.identity.account.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.rest.UserView;

/** A user as administrators see one. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DetailedUser(
    @JsonUnwrapped UserView user,
    String directoryName,
    boolean deletable,
    @Nullable Long lastAuthenticationTimestamp,
    boolean mutableDetails,
    boolean mutableGroups) {

  static DetailedUser of(UserView user, @Nullable Instant lastSignIn) {
    return new DetailedUser(
        user, "Packhouse", true, lastSignIn == null ? null : lastSignIn.toEpochMilli(), true, true);
  }
}

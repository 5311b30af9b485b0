package org.packhouse.app.identity.session;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;

/**
 * An application event, published in a transaction: a sign-in succeeded or was refused.
 *
 * @param subject the user name or token shown
 * @param details never a secret
 */
public record AuditableSignIn(
    String action,
    @Nullable User user,
    String subject,
    String remoteAddress,
    Map<String, String> details) {}

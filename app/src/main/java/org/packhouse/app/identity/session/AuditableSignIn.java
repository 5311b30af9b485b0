package org.packhouse.app.identity.session;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;

/**
 * An application event, published inside a transaction: somebody was let in, or was not. The audit
 * trail writes it down in that same transaction.
 *
 * @param action such as {@code sign-in.refused}
 * @param user who was let in; null: nobody, or a project or repository
 * @param subject the name or token that was shown, as people name it
 * @param details what else is worth keeping; never a secret
 */
public record AuditableSignIn(
    String action,
    @Nullable User user,
    String subject,
    String remoteAddress,
    Map<String, String> details) {}

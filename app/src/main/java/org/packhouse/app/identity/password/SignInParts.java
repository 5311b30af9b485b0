package org.packhouse.app.identity.password;

import org.packhouse.app.identity.session.SignInAudit;
import org.springframework.stereotype.Component;

/**
 * The parts that a look at a password takes: the check, its failures, where users come from, and
 * the audit trail.
 */
@Component
public record SignInParts(
    PasswordCheck check, FailedLogins failures, FamiliarAddresses familiar, SignInAudit audit) {}

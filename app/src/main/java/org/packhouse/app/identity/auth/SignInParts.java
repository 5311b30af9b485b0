package org.packhouse.app.identity.auth;

import org.springframework.stereotype.Component;

/** What it takes to look at a password: the check, its failures, and where users come from. */
@Component
record SignInParts(PasswordCheck check, FailedLogins failures, FamiliarAddresses familiar) {}

package org.packhouse.app.identity.user;

import java.util.Set;

/**
 * An application event, published in the transaction that erases a user, whose names are replaced.
 *
 * @param formerNames names that no other user has now
 * @param formerKeys former keys of the personal project, {@code ~slug}
 */
public record UserErased(Set<String> formerNames, Set<String> formerKeys, User after) {}

package org.packhouse.app.identity.user;

import java.util.Set;

/**
 * An application event, published inside the transaction that makes a deleted user unknown: whoever
 * keeps names of users beside their ids puts the new one in their place.
 *
 * @param formerNames every name that the user ever had and nobody else has now
 * @param formerKeys keys that the user's personal project had, {@code ~slug}
 * @param after the user under the new name
 */
public record UserErased(Set<String> formerNames, Set<String> formerKeys, User after) {}

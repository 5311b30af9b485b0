package org.packhouse.app.hosting.project;

/**
 * An application event, published inside the transaction that makes the owner of a personal project
 * unknown.
 */
public record PersonalKeyErased(String formerKey, String key) {}

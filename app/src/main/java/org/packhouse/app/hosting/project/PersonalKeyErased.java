package org.packhouse.app.hosting.project;

/** An application event, published in the transaction that erases a personal project's owner. */
public record PersonalKeyErased(String formerKey, String key) {}

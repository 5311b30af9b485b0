package org.packhouse.app.source.issue;

/**
 * An issue that a text names.
 *
 * @param url where it is, http or https
 */
public record IssueLink(String key, String url) {}

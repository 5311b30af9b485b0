package org.packhouse.app.source.issue;

/** An issue that a text names, with its http or https address. */
public record IssueLink(String key, String url) {}

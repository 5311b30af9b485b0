package org.packhouse.app.review.build;

import java.util.List;

/** The reporters that a condition accepts, by user names, group names and token ids. */
public record ReporterNames(List<String> users, List<String> groups, List<String> tokens) {}

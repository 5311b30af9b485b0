package org.packhouse.app.review.build;

import java.util.List;

/**
 * The authors whose reports a condition of merges accepts, by name.
 *
 * @param users names of users
 * @param groups names of groups whose members are accepted
 * @param tokens ids of access tokens of the project or repository
 */
public record ReporterNames(List<String> users, List<String> groups, List<String> tokens) {}

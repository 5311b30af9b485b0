package org.packhouse.app.review.build;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The authors whose reports a condition of merges accepts, as the REST API reads and shows them.
 *
 * @param users names of users
 * @param groups names of groups whose members are accepted
 * @param tokens ids of access tokens of the project or repository
 */
public record ReportersBody(
    @Nullable List<String> users, @Nullable List<String> groups, @Nullable List<String> tokens) {}

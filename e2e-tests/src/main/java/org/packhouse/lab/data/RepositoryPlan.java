package org.packhouse.lab.data;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A repository to make, the same each time.
 *
 * @param name what operations call it
 * @param count how many of its kind; more than one are called {@code name-1}, {@code name-2}...
 * @param bytes how large its pack is to be, in bytes, within a tenth
 * @param commits how many commits lie on its branches together
 * @param branches how many branches it has
 * @param tags how many tags it has, every second one annotated
 * @param files how many files its newest tree holds
 * @param pullRequests how many of its branches have an open pull request into the default branch,
 *     on a target that has pull requests
 * @param surroundings what else a target gets beside its content
 * @param bundle a file made by {@code git bundle} that it is taken from instead; null for none
 */
@Value.Builder
public record RepositoryPlan(
    String name,
    int count,
    long bytes,
    int commits,
    int branches,
    int tags,
    int files,
    int pullRequests,
    Surroundings surroundings,
    @Nullable String bundle) {}

package org.packhouse.app.networks.reviewer;

import java.util.List;
import org.packhouse.app.source.branch.RefMatcher;

/**
 * The people who review what goes from some branches to some others.
 *
 * @param requiredApprovals how many of them must approve before it is merged
 * @param userIds of the reviewers; some may have been deleted since
 */
public record ReviewCondition(
    long id,
    ReviewScope scope,
    RefMatcher source,
    RefMatcher target,
    int requiredApprovals,
    List<Long> userIds) {}

package org.packhouse.app.review.reviewer;

import java.util.List;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * Default reviewers of pull requests between some branches, and how many of them must approve. Some
 * users may have been deleted since.
 */
public record ReviewCondition(
    long id, ReviewBranches branches, int requiredApprovals, List<Long> userIds) {

  /** Returns a condition, which must name users and require no more approvals than users. */
  public static ReviewCondition of(
      long id, ReviewBranches branches, int requiredApprovals, List<Long> userIds) {
    if (userIds.isEmpty()) {
      throw new InvalidFieldException(
          "reviewers", "A condition of default reviewers names 1 user at least.");
    }
    if (requiredApprovals < 0 || requiredApprovals > userIds.size()) {
      throw new InvalidFieldException(
          "requiredApprovals",
          "The number of approvals that are required is 0 to %d, the number of reviewers, not %d."
              .formatted(userIds.size(), requiredApprovals));
    }
    return new ReviewCondition(id, branches, requiredApprovals, userIds);
  }
}

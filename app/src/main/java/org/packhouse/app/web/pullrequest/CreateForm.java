package org.packhouse.app.web.pullrequest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.web.Forms;

/**
 * The form of a new pull request.
 *
 * @param sourceBranch full or short name
 * @param targetBranch full or short name; null: the default branch
 * @param targetRepoId null: the origin of a fork, else the repository itself
 * @param reviewers names of users, separated by commas
 */
record CreateForm(
    @Nullable String sourceBranch,
    @Nullable String targetBranch,
    @Nullable Long targetRepoId,
    @Nullable String title,
    @Nullable String description,
    @Nullable String reviewers,
    @Nullable Boolean draft) {

  String source() {
    String typed = Forms.text(sourceBranch);
    return typed == null ? "" : typed;
  }

  @Nullable String target() {
    return Forms.text(targetBranch);
  }

  @Nullable String lines() {
    return description == null ? null : description.replace("\r\n", "\n");
  }

  /** Returns a copy with a default title and description where the user has typed none. */
  CreateForm with(String usualTitle, String usualText) {
    return new CreateForm(
        sourceBranch,
        targetBranch,
        targetRepoId,
        title == null ? usualTitle : title,
        description == null ? usualText : description,
        reviewers,
        draft);
  }

  CreateForm reviewedBy(String names) {
    return new CreateForm(
        sourceBranch, targetBranch, targetRepoId, title, description, names, draft);
  }
}

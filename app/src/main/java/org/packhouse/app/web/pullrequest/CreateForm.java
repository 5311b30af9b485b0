package org.packhouse.app.web.pullrequest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.web.Forms;

/**
 * A pull request to be opened, as the form of its page sends it.
 *
 * @param sourceBranch the branch that has the commits, by full or short name
 * @param targetBranch the branch that shall get them; null: the default branch
 * @param targetRepoId id of the repository that shall get them; null: the origin of a fork
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

  /** The description with the ends of lines that are kept. */
  @Nullable String lines() {
    return description == null ? null : description.replace("\r\n", "\n");
  }

  /** The same, with a title and a description where nobody has typed any. */
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

  /** The same with these reviewers. */
  CreateForm reviewedBy(String names) {
    return new CreateForm(
        sourceBranch, targetBranch, targetRepoId, title, description, names, draft);
  }
}

package org.packhouse.app.branch;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.packhouse.app.refs.RefSnapshot;

/** A branch as the REST dialect shows it. */
record BranchView(
    String id,
    String displayId,
    String type,
    String latestCommit,
    String latestChangeset,
    @JsonProperty("isDefault") boolean isDefault) {

  static final String HEADS = "refs/heads/";

  static BranchView of(RefSnapshot.Entry ref, RefSnapshot refs) {
    return new BranchView(
        ref.name(),
        ref.name().substring(HEADS.length()),
        "BRANCH",
        ref.id().name(),
        ref.id().name(),
        ref.name().equals(refs.headTarget()));
  }

  static String fullName(String branch) {
    return branch.startsWith(HEADS) ? branch : HEADS + branch;
  }
}

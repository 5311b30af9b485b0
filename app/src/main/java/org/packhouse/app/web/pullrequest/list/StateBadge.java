package org.packhouse.app.web.pullrequest.list;

import org.packhouse.app.review.pullrequest.PullRequest;

record StateBadge(String word, String icon, String kind) {

  static StateBadge of(PullRequest pullRequest) {
    return switch (pullRequest.state()) {
      case OPEN ->
          pullRequest.about().draft()
              ? new StateBadge("Draft", "pencil", "")
              : new StateBadge("Open", "record-circle", "good");
      case MERGED -> new StateBadge("Merged", "sign-merge-right", "merged");
      case DECLINED -> new StateBadge("Declined", "x-circle", "bad");
    };
  }
}

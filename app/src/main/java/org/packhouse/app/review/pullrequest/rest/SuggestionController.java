package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.Suggestions;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: applying suggestions of comments. */
@RestController
@RequestMapping(
    RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}")
class SuggestionController {

  private final Suggestions suggestions;

  SuggestionController(Suggestions suggestions) {
    this.suggestions = suggestions;
  }

  @PostMapping("/comments/{commentId}/apply-suggestion")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void apply(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long commentId,
      @RequestBody(required = false) Suggestions.@Nullable Application body,
      PullRequest pullRequest)
      throws IOException {
    Suggestions.Application application =
        body == null ? new Suggestions.Application(null, null, null, null) : body;
    suggestions.apply(repository, pullRequest, commentId, application, caller);
  }
}

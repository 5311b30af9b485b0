package org.packhouse.app.source.comment.rest;

import java.io.IOException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.comment.CommentRules;
import org.packhouse.app.source.comment.Emoticon;
import org.packhouse.app.source.comment.Reactions;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: reactions to comments on commits and pull requests. */
@RestController
@RequestMapping({
  ReactionController.REPOSITORY + "/commits/{commitId}" + ReactionController.REACTION,
  ReactionController.REPOSITORY + "/pull-requests/{pullRequestId}" + ReactionController.REACTION
})
class ReactionController {

  static final String REPOSITORY =
      RestPaths.COMMENT_LIKES + "/projects/{projectKey}/repos/{repositorySlug}";
  static final String REACTION = "/comments/{commentId}/reactions/{emoticon}";

  private final Reactions reactions;
  private final CommentViews views;

  ReactionController(Reactions reactions, CommentViews views) {
    this.reactions = reactions;
    this.views = views;
  }

  @PutMapping
  ReactionView.One react(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long commentId,
      @PathVariable String emoticon,
      CommentTarget target)
      throws IOException {
    Emoticon given = Reactions.require(emoticon);
    reactions.add(repository, target.subject(), commentId, given, caller);
    return views.reaction(target.get(commentId), given, CommentRules.author(caller));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void takeBack(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long commentId,
      @PathVariable String emoticon,
      CommentTarget target) {
    reactions.remove(repository, target.subject(), commentId, Reactions.require(emoticon), caller);
  }
}

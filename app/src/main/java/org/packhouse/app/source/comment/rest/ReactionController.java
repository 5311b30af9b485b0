package org.packhouse.app.source.comment.rest;

import java.io.IOException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.comment.CommentRules;
import org.packhouse.app.source.comment.CommentSubject;
import org.packhouse.app.source.comment.CommentedCommits;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.Emoticon;
import org.packhouse.app.source.comment.Reactions;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: reactions to comments on commits. */
@RestController
@RequestMapping(
    RestPaths.COMMENT_LIKES
        + "/projects/{projectKey}/repos/{repositorySlug}/commits/{commitId}/comments/{commentId}/reactions/{emoticon}")
class ReactionController {

  private final CommentedCommits commits;
  private final Comments comments;
  private final Reactions reactions;
  private final CommentViews views;

  ReactionController(
      CommentedCommits commits, Comments comments, Reactions reactions, CommentViews views) {
    this.commits = commits;
    this.comments = comments;
    this.reactions = reactions;
    this.views = views;
  }

  @PutMapping
  ReactionView.One react(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @PathVariable long commentId,
      @PathVariable String emoticon)
      throws IOException {
    String commit = commits.require(repository, commitId);
    Emoticon given = Reactions.require(emoticon);
    reactions.add(
        repository, CommentSubject.ofCommit(repository.id(), commit), commentId, given, caller);
    return views.reaction(
        views.of(comments.thread(repository, commit, commentId), repository, caller),
        given,
        CommentRules.author(caller));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void takeBack(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @PathVariable long commentId,
      @PathVariable String emoticon)
      throws IOException {
    CommentSubject subject =
        CommentSubject.ofCommit(repository.id(), commits.require(repository, commitId));
    reactions.remove(repository, subject, commentId, Reactions.require(emoticon), caller);
  }
}

package org.packhouse.app.review.pullrequest.condition;

import java.time.Clock;
import java.time.ZoneOffset;
import org.eclipse.jgit.lib.PersonIdent;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.EmailAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.commit.CallerIdents;
import org.packhouse.app.source.merge.Merges.Signed;
import org.springframework.stereotype.Component;

/**
 * Chooses author and committer of merge commits: the user who merges, for a squash the pull
 * request's author as the author, and Packhouse itself for a merge by the server.
 */
@Component
public class MergeSigning {

  private final CallerIdents idents;
  private final Users users;
  private final ServerAddress address;
  private final Clock clock;

  MergeSigning(CallerIdents idents, Users users, ServerAddress address, Clock clock) {
    this.idents = idents;
    this.users = users;
    this.address = address;
    this.clock = clock;
  }

  /** Returns the merger, with the pull request's author as the author of a squash. */
  public Signed of(PullRequest pullRequest, MergeStrategy strategy, String message, Caller caller) {
    PersonIdent committer = idents.of(caller);
    PersonIdent author =
        strategy.isSquash()
            ? users
                .findById(pullRequest.authorId())
                .map(user -> ident(user, committer))
                .orElse(committer)
            : committer;
    return new Signed(author, committer, message);
  }

  private PersonIdent ident(User user, PersonIdent at) {
    return new PersonIdent(
        user.displayName(),
        EmailAddresses.of(user, address.baseUrl()),
        at.getWhenAsInstant(),
        ZoneOffset.UTC);
  }

  public Signed ofServer(String message) {
    PersonIdent server =
        new PersonIdent(
            "Packhouse",
            EmailAddresses.at("packhouse", address.baseUrl()),
            clock.instant(),
            ZoneOffset.UTC);
    return new Signed(server, server, message);
  }
}

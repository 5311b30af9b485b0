package org.packhouse.app.review.pullrequest;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.engine.git.GitRepository;
import org.packhouse.app.engine.git.PushMessages;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;

/**
 * Sends the URL at which a pushed branch's pull request is, or can be opened, to the user's
 * terminal. Costs one statement, and none for a push to the default branch alone.
 */
@Component
class PullRequestMessages implements PushMessages {

  private static final int MAX_BRANCHES = 3;

  private final PullRequestRows rows;
  private final ServerAddress address;

  PullRequestMessages(PullRequestRows rows, ServerAddress address) {
    this.rows = rows;
    this.address = address;
  }

  @Override
  public List<String> after(GitRepository pushed, Actor actor, List<RefChange> moved) {
    Repository repository = pushed.repository();
    List<String> defaults = PullRequestRules.defaultBranches(repository);
    List<String> branches =
        moved.stream()
            .filter(change -> change.kind() != RefChange.Kind.DELETE)
            .map(RefChange::refName)
            .filter(name -> name.startsWith(RefNames.HEADS) && !defaults.contains(name))
            .toList();
    if (branches.isEmpty() || branches.size() > MAX_BRANCHES) {
      return List.of();
    }
    List<PullRequest> open = rows.openFrom(repository.id(), branches);
    List<String> lines = new ArrayList<>(List.of(""));
    for (String branch : branches) {
      Optional<PullRequest> present =
          open.stream()
              .filter(it -> it.from().refName().equals(branch) && !it.isAcrossRepositories())
              .findFirst();
      lines.addAll(present.map(it -> view(repository, it)).orElse(create(repository, branch)));
      lines.add("");
    }
    return lines;
  }

  private List<String> view(Repository repository, PullRequest open) {
    return List.of(
        "View pull request for %s => %s:".formatted(open.from().displayId(), open.to().displayId()),
        "  "
            + PullRequestAddress.of(
                address.baseUrl(), repository.project().key(), repository.slug(), open.number()));
  }

  private List<String> create(Repository repository, String branch) {
    return List.of(
        "Create pull request for %s:"
            .formatted(new Branch(repository.id(), branch, "").displayId()),
        "  %s/projects/%s/repos/%s/pull-requests?create&sourceBranch=%s"
            .formatted(
                address.baseUrl(),
                repository.project().key(),
                repository.slug(),
                URLEncoder.encode(branch, StandardCharsets.UTF_8)));
  }
}

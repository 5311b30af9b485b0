package org.packhouse.app.review.pullrequest.opening;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.comment.CommitFiles;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.hooks.text.TextEncoding;
import org.springframework.stereotype.Component;

/** Finds the template of descriptions: {@code PULL_REQUEST_TEMPLATE.md} in the target branch. */
@Component
public class DescriptionTemplate {

  private static final List<TreePath> PLACES =
      List.of(
          TreePath.of(".bitbucket/PULL_REQUEST_TEMPLATE.md"),
          TreePath.of(".bitbucket/pull_request_template.md"),
          TreePath.of("PULL_REQUEST_TEMPLATE.md"),
          TreePath.of("pull_request_template.md"),
          TreePath.of(".github/PULL_REQUEST_TEMPLATE.md"),
          TreePath.of(".github/pull_request_template.md"),
          TreePath.of("docs/PULL_REQUEST_TEMPLATE.md"),
          TreePath.of("docs/pull_request_template.md"));

  private final CommitFiles files;

  DescriptionTemplate(CommitFiles files) {
    this.files = files;
  }

  /**
   * Returns the template at a commit; empty if there is none, or it is no text or longer than a
   * description may be. Its lines end with line feeds.
   *
   * @param above text that is put above the template; may be blank
   */
  public Optional<String> of(OpenRepository open, String commit, String above) throws IOException {
    for (TreePath place : PLACES) {
      Optional<byte[]> bytes = files.bytes(open, commit, place);
      if (bytes.isPresent()) {
        return bytes
            .flatMap(TextEncoding::decode)
            .map(it -> it.replace("\r\n", "\n"))
            .map(it -> above.isBlank() ? it : above.stripTrailing() + "\n\n" + it)
            .filter(text -> text.length() <= PullRequestRules.MAX_DESCRIPTION);
      }
    }
    return Optional.empty();
  }
}

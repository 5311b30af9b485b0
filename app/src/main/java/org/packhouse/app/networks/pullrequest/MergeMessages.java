package org.packhouse.app.networks.pullrequest;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.networks.pullrequest.MergeRules.Merging;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Component;

/** Composes the messages of commits that merge pull requests. */
@Component
class MergeMessages {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
  private static final String TITLE = "Pull request #${id}: ${title}";
  private static final String BODY =
      "Merge in ${toProject}/${toRepo} from ${fromRefName} to ${toRefName}";

  private final OpenRepositories repositories;
  private final CommitLog log;

  MergeMessages(OpenRepositories repositories, CommitLog log) {
    this.repositories = repositories;
    this.log = log;
  }

  /** The first line and the rest. */
  record Message(String title, String body) {

    String text() {
      return body.isEmpty() ? title + "\n" : title + "\n\n" + body + "\n";
    }
  }

  /**
   * The message where nobody has written one, or only what follows the first line.
   *
   * @param own what the merger has written; null: nothing
   */
  Message compose(Repository target, PullRequest pullRequest, Merging merging, @Nullable String own)
      throws IOException {
    Map<String, String> values = values(target, pullRequest);
    String title = fill(merging.title() == null ? TITLE : merging.title(), values);
    if (own != null) {
      return new Message(title, own.strip());
    }
    String body = fill(merging.body() == null ? BODY : merging.body(), values);
    String summaries = summaries(target, pullRequest, merging.commitSummaries());
    return new Message(title, (body + summaries).strip());
  }

  private String summaries(Repository target, PullRequest pullRequest, int most)
      throws IOException {
    if (most == 0) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    LogQuery query = LogQuery.between(pullRequest.to().commit(), pullRequest.from().commit());
    try (OpenRepository open = repositories.open(target.id())) {
      List<Commit> commits = log.page(open, query, 0, most + 1).commits();
      text.append("\n\n* commit '").append(pullRequest.from().commit()).append("':\n");
      for (Commit commit : commits.subList(0, Math.min(most, commits.size()))) {
        text.append("  ").append(commit.subject()).append('\n');
      }
      if (commits.size() > most) {
        text.append("  ...\n");
      }
    }
    return text.toString();
  }

  private static Map<String, String> values(Repository target, PullRequest pullRequest) {
    Map<String, String> values = new HashMap<>();
    values.put("id", Long.toString(pullRequest.number()));
    values.put("toProject", target.project().key());
    values.put("toRepo", target.slug());
    values.put("fromRefName", pullRequest.from().displayId());
    values.put("toRefName", pullRequest.to().displayId());
    values.put("title", pullRequest.about().title());
    String description = pullRequest.about().text();
    values.put("description", description == null ? "" : description);
    return values;
  }

  /** In one go, so that nothing that people have written is filled in again. */
  private static String fill(String template, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(
            found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
  }
}

package org.packhouse.app.review.pullrequest.condition;

import java.io.IOException;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.source.commit.Person;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Component;

/** Composes the commit messages of merges. */
@Component
public class MergeMessages {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
  private static final String TITLE = "Pull request #${id}: ${title}";
  private static final String BODY =
      "Merge in ${toProject}/${toRepo} from ${fromRefName} to ${toRefName}";

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss u Z", Locale.ENGLISH);
  private static final int MAX_SQUASHED = 24_000;
  private static final int MAX_COUNTED = 10_000;
  private static final int MAX_PARENTS = 10;

  private final OpenRepositories repositories;
  private final CommitLog log;

  MergeMessages(OpenRepositories repositories, CommitLog log) {
    this.repositories = repositories;
    this.log = log;
  }

  public record Message(String title, String body) {

    public String text() {
      return body.isEmpty() ? title + "\n" : title + "\n\n" + body + "\n";
    }
  }

  /**
   * Composes the message; {@code own} is the body if the merger has written one. A squash lists the
   * commits as git does.
   */
  public Message compose(
      Repository target,
      PullRequest pullRequest,
      Merging merging,
      MergeStrategy strategy,
      @Nullable String own)
      throws IOException {
    Map<String, String> values = values(target, pullRequest);
    String title = fill(merging.title() == null ? TITLE : merging.title(), values);
    if (own != null) {
      return new Message(title, own.strip());
    }
    String body = fill(merging.body() == null ? BODY : merging.body(), values);
    int limit = merging.commitSummaries();
    String commits = "";
    if (limit > 0) {
      commits =
          strategy.isSquash()
              ? squashed(target, pullRequest, limit)
              : summaries(target, pullRequest, limit);
    }
    return new Message(title, (body + commits).strip());
  }

  /** Composes the message of the default strategy. */
  public Message suggest(Repository target, PullRequest pullRequest, Merging merging)
      throws IOException {
    return compose(target, pullRequest, merging, merging.usual(), null);
  }

  private String summaries(Repository target, PullRequest pullRequest, int limit)
      throws IOException {
    StringBuilder text = new StringBuilder();
    LogQuery query = LogQuery.between(pullRequest.to().commit(), pullRequest.from().commit());
    try (OpenRepository open = repositories.open(target.id())) {
      List<Commit> commits = log.page(open, query, 0, limit + 1).commits();
      text.append("\n\n* commit '").append(pullRequest.from().commit()).append("':\n");
      for (Commit commit : commits.subList(0, Math.min(limit, commits.size()))) {
        text.append("  ").append(commit.subject()).append('\n');
      }
      if (commits.size() > limit) {
        text.append("  ...\n");
      }
    }
    return text.toString();
  }

  /** The commits as {@code git merge --squash} lists them, the latest first. */
  private String squashed(Repository target, PullRequest pullRequest, int limit)
      throws IOException {
    StringBuilder text = new StringBuilder("\n\nSquashed commit of the following:\n");
    LogQuery query = LogQuery.between(pullRequest.to().commit(), pullRequest.from().commit());
    try (OpenRepository open = repositories.open(target.id())) {
      int listed = 0;
      for (Commit commit : log.page(open, query, 0, limit).commits()) {
        String entry = entry(commit);
        if (listed > 0 && text.length() + entry.length() > MAX_SQUASHED) {
          break;
        }
        text.append('\n').append(entry);
        listed++;
      }
      int all = log.ids(open, query, MAX_COUNTED).size();
      if (all > listed) {
        text.append(
            "\n... and %s%d more commits\n"
                .formatted(all == MAX_COUNTED ? "at least " : "", all - listed));
      }
    }
    return text.toString();
  }

  private static String entry(Commit commit) {
    StringBuilder text = new StringBuilder("commit ").append(commit.id()).append('\n');
    if (commit.parents().size() > 1) {
      text.append("Merge:");
      commit.parents().stream()
          .limit(MAX_PARENTS)
          .forEach(parent -> text.append(' ').append(parent, 0, commit.displayId().length()));
      text.append('\n');
    }
    Person author = commit.author();
    text.append("Author: %s <%s>\n".formatted(author.name(), author.email()));
    text.append("Date:   ").append(DATE.format(author.when().atZone(author.zone()))).append("\n\n");
    String message = commit.message().strip();
    message
        .substring(0, Math.min(MAX_SQUASHED, message.length()))
        .lines()
        .forEach(line -> text.append(line.isBlank() ? "" : "    " + line).append('\n'));
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

  /** Fills all placeholders in one pass, so that users' text is not expanded again. */
  private static String fill(String template, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(
            found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
  }
}

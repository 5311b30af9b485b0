package org.packhouse.app.web.source.commit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.issue.IssueKeys;
import org.packhouse.app.source.issue.IssueLink;
import org.packhouse.app.source.issue.IssueTracker;
import org.packhouse.app.source.issue.IssueTrackers;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.source.TextLinks;
import org.packhouse.app.web.source.TextReferences;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.HtmlUtils;

/** Renders commit messages, comments on commits, and titles, all plain text, as HTML with links. */
@Component
public class MessageText {

  /** Issues shown for a commit in a list. */
  private static final int MAX_ISSUES = 3;

  /** Candidates read from a message, of which some may not be the tracker's. */
  private static final int MAX_KEYS = 50;

  private final TextReferences.Search references;
  private final IssueTrackers trackers;

  MessageText(TextReferences.Search references, IssueTrackers trackers) {
    this.references = references;
    this.trackers = trackers;
  }

  /** Returns safe HTML of one title. */
  public String html(String title, RepositoryView view) {
    return ofMessages(List.of(title), view).apply(title);
  }

  /**
   * Looks up the pull requests that any of the messages names, all in one query, and returns a
   * function that renders one of these messages as HTML with links to pull requests and issues.
   */
  UnaryOperator<String> ofMessages(Collection<String> texts, RepositoryView view) {
    return linked(references.inMessages(texts, view), view);
  }

  /** Does the same for comments, whose mentions are linked too. */
  UnaryOperator<String> ofComments(Collection<CommentThread> threads, RepositoryView view) {
    List<String> texts = new ArrayList<>();
    threads.forEach(thread -> collect(thread, texts));
    return linked(references.in(texts, view), view);
  }

  private static void collect(CommentThread thread, List<String> texts) {
    texts.add(thread.comment().text());
    thread.replies().forEach(reply -> collect(reply, texts));
  }

  private static UnaryOperator<String> linked(TextReferences named, RepositoryView view) {
    String path = ServletUriComponentsBuilder.fromCurrentContextPath().build().getPath();
    String contextPath = path == null ? "" : path;
    String repository = contextPath + view.link();
    return text ->
        TextLinks.of(HtmlUtils.htmlEscape(text, "UTF-8"), named, contextPath, repository);
  }

  /** Returns the first few issues that each message names, by commit id. */
  public Map<String, List<IssueLink>> issues(List<Commit> commits, RepositoryView view) {
    IssueTracker tracker = trackers.inForce(view.repository(), view.caller().permissionStamp());
    if (tracker == null) {
      return Map.of();
    }
    Map<String, List<IssueLink>> issues = new HashMap<>();
    for (Commit commit : commits) {
      List<IssueLink> links =
          tracker.links(IssueKeys.in(commit.message(), MAX_KEYS)).stream()
              .limit(MAX_ISSUES)
              .toList();
      if (!links.isEmpty()) {
        issues.put(commit.id(), links);
      }
    }
    return issues;
  }
}

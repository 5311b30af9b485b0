package org.packhouse.app.web.pullrequest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges;
import org.packhouse.app.review.pullrequest.opening.DescriptionTemplate;
import org.packhouse.app.review.pullrequest.owners.CodeOwners;
import org.packhouse.app.review.pullrequest.owners.FileOwners;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitAccounts;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitPage;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.CommitSignatures;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.source.commit.NamedCommits;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.diff.DiffAnnotations;
import org.packhouse.app.web.diff.DiffComments;
import org.packhouse.app.web.diff.DiffPages;
import org.packhouse.app.web.diff.DiffRequest;
import org.packhouse.app.web.diff.DiffSource;
import org.packhouse.app.web.layout.Links;
import org.packhouse.app.web.source.commit.CommitLists;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Compares two branches for the page that opens a pull request. */
@Component
record CreateComparison(
    OpenRepositories repositories,
    BranchPairs pairs,
    PullRequestRanges ranges,
    PullRequests pullRequests,
    Reading reading,
    DiffPages diffs) {

  private static final int MAX_OFFERED = 200;
  private static final int MAX_COMMITS = 50;
  private static final int DIGITS = 40;
  private static final int MAX_TITLE = 255;

  @Component
  record Reading(
      CommitLog log,
      NamedCommits names,
      CommitSignatures signatures,
      CommitAccounts accounts,
      DescriptionTemplate template,
      CodeOwners owners) {}

  /** Puts both branches into the model, and the commits and diff between them. */
  void show(
      RepositoryView view,
      CreateForm form,
      DiffRequest request,
      Model model,
      HttpServletResponse response)
      throws IOException {
    BranchPairs.Pair ends = pairs.find(view, form, model);
    Map<String, String> errors = errors(form, ends);
    if (model.getAttribute("errors") instanceof Map<?, ?> refused) {
      refused.forEach((field, text) -> errors.put(String.valueOf(field), String.valueOf(text)));
    } else if (!errors.isEmpty()) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
    }
    model.addAttribute("tab", "pull-requests");
    model.addAttribute("scripts", List.of(PullRequestHeads.SCRIPT));
    model.addAttribute("errors", errors);
    model.addAttribute("ends", ends);
    model.addAttribute("sourceName", form.source().isEmpty() ? "" : shortName(ends.fromRef()));
    model.addAttribute("targetName", shortName(ends.toRef()));
    model.addAttribute("targets", targets(view, ends, model));
    model.addAttribute("form", form.with("", ""));
    try (OpenRepository open = repositories.open(ends.target().id(), ends.source().id())) {
      model.addAttribute(
          "targetBranches",
          reading.names().names(open, NamedCommits.Kind.BRANCH, "", 0, MAX_OFFERED));
      if (ends.from() != null && ends.to() != null) {
        compare(view, open, new Tips(ends, ends.from(), ends.to()), form, request, model);
      }
    }
    try (OpenRepository open = repositories.open(ends.source().id())) {
      model.addAttribute(
          "sourceBranches",
          reading.names().names(open, NamedCommits.Kind.BRANCH, "", 0, MAX_OFFERED));
    }
  }

  private static Map<String, String> errors(CreateForm form, BranchPairs.Pair ends) {
    Map<String, String> errors = new HashMap<>();
    if (!form.source().isEmpty() && ends.from() == null) {
      errors.put("sourceBranch", missing(ends.fromRef(), ends.source()));
    }
    if (form.target() != null && ends.to() == null) {
      errors.put("targetBranch", missing(ends.toRef(), ends.target()));
    }
    return errors;
  }

  private static String missing(String refName, Repository repository) {
    return "There is no branch '%s' in %s.".formatted(shortName(refName), repository.path());
  }

  private static String shortName(String refName) {
    return new Branch(null, refName, "").displayId();
  }

  // The repository itself, and the one that it was forked from.
  private static List<Repository> targets(RepositoryView view, BranchPairs.Pair ends, Model model) {
    List<Repository> targets = new ArrayList<>(List.of(ends.target()));
    if (ends.target().id() != view.repository().id()) {
      targets.add(view.repository());
    }
    if (model.getAttribute("forkedFrom") instanceof Repository origin
        && origin.id() != ends.target().id()) {
      targets.add(origin);
    }
    return targets;
  }

  private record Tips(BranchPairs.Pair ends, String from, String to) {}

  private void compare(
      RepositoryView view,
      OpenRepository open,
      Tips tips,
      CreateForm form,
      DiffRequest request,
      Model model)
      throws IOException {
    BranchPairs.Pair ends = tips.ends();
    LogQuery query = LogQuery.between(tips.to(), tips.from());
    CommitPage page = reading.log().page(open, query, 0, MAX_COMMITS);
    Optional<String> base = ranges.mergeBase(open, tips.to(), tips.from());
    model.addAttribute("days", CommitLists.Day.group(page.commits()));
    model.addAttribute(
        "accounts", reading.accounts().of(page.commits(), view.caller().permissionStamp()));
    model.addAttribute("signatures", reading.signatures().of(open, page.commits()));
    model.addAttribute("hasMore", page.hasMore());
    model.addAttribute("unrelated", base.isEmpty());
    model.addAttribute("present", present(ends));
    String body = page.commits().size() == 1 ? page.commits().getFirst().body() : "";
    Optional<String> template = reading.template().of(open, tips.to(), body);
    CreateForm filled = form.with(title(ends, page), template.orElseGet(() -> text(page)));
    model.addAttribute("form", filled);
    if (base.isPresent() && !page.commits().isEmpty()) {
      CommitRange range = new CommitRange(base.get(), tips.from());
      String parts =
          PathInUrl.join(
              view.link() + "/compare/part", "since=" + range.since(), "until=" + range.until());
      FileOwners owners =
          reading.owners().seenBy(view.caller().user(), open, ends.target(), tips.to());
      diffs.show(
          new DiffSource(
              open,
              range,
              DiffSource.Places.of(view, range, address(view, ends), parts),
              DiffComments.NONE,
              owners,
              false,
              DiffAnnotations.NONE),
          request,
          model);
      model.addAttribute("scripts", List.of("/assets/parts.js", PullRequestHeads.SCRIPT));
    }
  }

  private @Nullable PullRequest present(BranchPairs.Pair ends) {
    String none = "0".repeat(DIGITS);
    return pullRequests
        .findOpen(
            new Branch(ends.source().id(), ends.fromRef(), none),
            new Branch(ends.target().id(), ends.toRef(), none))
        .orElse(null);
  }

  private static String address(RepositoryView view, BranchPairs.Pair ends) {
    return PathInUrl.join(
        view.link() + "/pull-requests",
        "create",
        "sourceBranch=" + Links.encode(ends.fromRef()),
        "targetBranch=" + Links.encode(ends.toRef()),
        "targetRepoId=" + ends.target().id());
  }

  // The subject of the only commit, or the name of the branch.
  private static String title(BranchPairs.Pair ends, CommitPage page) {
    if (page.commits().size() == 1) {
      return cut(page.commits().getFirst().subject());
    }
    String name = shortName(ends.fromRef()).replace('-', ' ').replace('_', ' ');
    return cut(name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));
  }

  private static String cut(String title) {
    return title.length() <= MAX_TITLE ? title : title.substring(0, MAX_TITLE - 1) + "…";
  }

  // The body of the only commit, or the subjects of all, the oldest first.
  private static String text(CommitPage page) {
    if (page.commits().size() == 1) {
      return page.commits().getFirst().body();
    }
    StringBuilder text = new StringBuilder();
    for (Commit commit : page.commits().reversed()) {
      text.append("* ").append(commit.subject()).append('\n');
    }
    return text.toString();
  }
}

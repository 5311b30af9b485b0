package org.packhouse.app.web.source;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.source.overview.Overview;
import org.packhouse.app.source.overview.Overviews;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.web.Locations;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Fills the page of a directory. */
@Component
class DirectoryPage {

  private static final int MAX_ROWS = 300;

  /** Entries sorted together: the names of more would take too much memory. */
  private static final int SORTED = 2000;

  private final Trees trees;
  private final Readme readme;
  private final LastCommits lastCommits;
  private final Overviews overviews;
  private final RepositorySizes sizes;
  private final BranchOffers pushed;

  // What takes a background task to count or measure need not be queried by each page.
  private final Cache<Version, Facts> facts;

  private record Version(long repositoryId, long refs) {}

  private record Facts(Optional<Overview> overview, Optional<Long> bytes) {}

  DirectoryPage(
      Trees trees,
      Readme readme,
      LastCommits lastCommits,
      Overviews overviews,
      RepositorySizes sizes,
      BranchOffers pushed,
      Caches caches) {
    this.trees = trees;
    this.readme = readme;
    this.lastCommits = lastCommits;
    this.overviews = overviews;
    this.sizes = sizes;
    this.pushed = pushed;
    facts =
        caches.build(
            "repository-facts",
            "Overviews and sizes of repositories",
            Caffeine.newBuilder().maximumSize(1000).expireAfterWrite(Duration.ofSeconds(5)));
  }

  String show(
      OpenRepository open,
      TreeEntry directory,
      Locations locations,
      FilePage.Options options,
      Model model)
      throws IOException {
    TreePath path = directory.path();
    String filter = options.filter();
    int start = options.start();
    int first = start / SORTED * SORTED;
    Trees.Listing listing =
        trees.list(open, directory, new Trees.ListRequest(filter, first, SORTED));
    List<TreeEntry> entries =
        listing.entries().stream()
            .sorted(NaturalOrder.OF_ENTRIES)
            .skip(start - first)
            .limit(MAX_ROWS)
            .toList();
    List<TreePath> shown = entries.stream().map(TreeEntry::path).toList();
    LastCommits.OfDirectory last = lastCommits.in(open, locations.revision().commit(), path, shown);
    model.addAttribute(
        "rows",
        entries.stream()
            .map(entry -> TreeRow.of(entry, locations, last.commits().get(entry.path())))
            .toList());
    int end = start + shown.size();
    model.addAttribute("omittedRows", listing.size() - end);
    model.addAttribute(
        "moreUrl", end < listing.size() ? locations.browseFrom(path, filter, end) : null);
    model.addAttribute("firstRow", start);
    // The page asks again while the last commits of some entries are not known yet.
    model.addAttribute(
        "againUrl", last.isComplete() ? null : locations.browseFrom(path, filter, start));
    model.addAttribute("filter", filter);
    model.addAttribute("filtered", !filter.isEmpty() || listing.size() > MAX_ROWS);
    model.addAttribute("at", locations.isDefault() ? null : locations.revision().at());
    model.addAttribute("parentUrl", path.isRoot() ? null : locations.browse(path.parent()));
    Optional<Readme.Rendered> description = readme.find(open, directory, locations);
    model.addAttribute("readme", description.orElse(null));
    if (path.isRoot() && start == 0 && filter.isEmpty()) {
      showOverview(open, locations.isDefault(), model);
      Caller caller = locations.repository().caller();
      User user = caller.user();
      if (user != null) {
        pushed.show(user, caller, open.id(), model);
      }
    }
    model.addAttribute("scripts", List.of("/assets/finder.js"));
    return "source/directory";
  }

  private void showOverview(OpenRepository open, boolean isDefault, Model model)
      throws IOException {
    model.addAttribute("branchCount", open.refs().in("refs/heads/").size());
    model.addAttribute("tagCount", open.refs().in("refs/tags/").size());
    Version version = new Version(open.id(), open.refs().version());
    Facts known = facts.getIfPresent(version);
    if (known == null) {
      known = new Facts(overviews.of(open), sizes.at(version.refs(), open.id()));
      facts.put(version, known);
    }
    model.addAttribute("ownBytes", known.bytes().orElse(null));
    known
        .overview()
        .ifPresent(overview -> {
          model.addAttribute("commitCount", isDefault ? overview.commits() : null);
          model.addAttribute("latestTag", overview.latestTag());
          model.addAttribute("languages", LanguageBar.of(overview));
        });
  }
}

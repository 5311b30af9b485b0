package org.packhouse.app.web.source;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
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

  private static final int MAX_ROWS = 2000;

  private final Trees trees;
  private final Readme readme;
  private final LastCommits lastCommits;

  DirectoryPage(Trees trees, Readme readme, LastCommits lastCommits) {
    this.trees = trees;
    this.readme = readme;
    this.lastCommits = lastCommits;
  }

  String show(OpenRepository open, TreeEntry directory, Locations locations, Model model)
      throws IOException {
    TreePath path = directory.path();
    Trees.Listing listing = trees.list(open, directory, 0, MAX_ROWS);
    List<TreePath> shown = listing.entries().stream().map(TreeEntry::path).toList();
    LastCommits.OfDirectory last = lastCommits.in(open, locations.revision().commit(), path, shown);
    model.addAttribute(
        "rows",
        listing.entries().stream()
            .sorted(NaturalOrder.OF_ENTRIES)
            .map(entry -> TreeRow.of(entry, locations, last.commits().get(entry.path())))
            .toList());
    model.addAttribute("omittedRows", listing.size() - shown.size());
    model.addAttribute("pending", !last.isComplete());
    model.addAttribute("parentUrl", path.isRoot() ? null : locations.browse(path.parent()));
    Optional<Readme.Rendered> description = readme.find(open, directory, locations);
    model.addAttribute("readme", description.orElse(null));
    if (path.isRoot()) {
      model.addAttribute("branchCount", count(open, "refs/heads/"));
      model.addAttribute("tagCount", count(open, "refs/tags/"));
    }
    model.addAttribute("scripts", List.of("/assets/finder.js"));
    return "source/directory";
  }

  private static long count(OpenRepository open, String beginning) {
    return open.refs().refs().stream().filter(ref -> ref.name().startsWith(beginning)).count();
  }
}

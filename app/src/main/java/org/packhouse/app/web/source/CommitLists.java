package org.packhouse.app.web.source;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitSignatures;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Puts a list of commits into the model of a page: by days, with signatures and issues. */
@Component
public class CommitLists {

  private final CommitSignatures signatures;
  private final MessageText text;

  CommitLists(CommitSignatures signatures, MessageText text) {
    this.signatures = signatures;
    this.text = text;
  }

  /**
   * Shows commits that lie in the order of a log.
   *
   * @throws IOException if a signature cannot be read
   */
  public void show(RepositoryView view, OpenRepository open, List<Commit> commits, Model model)
      throws IOException {
    model.addAttribute("days", CommitDay.group(commits));
    model.addAttribute("signatures", signatures.of(open, commits));
    model.addAttribute("issues", text.issues(commits, view));
  }
}

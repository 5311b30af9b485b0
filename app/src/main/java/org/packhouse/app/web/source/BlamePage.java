package org.packhouse.app.web.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.browse.Blame;
import org.packhouse.app.source.browse.BlamedLines;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Puts beside the lines of a file who wrote them. */
@Component
class BlamePage {

  private final Blame blame;
  private final CommitLog log;

  BlamePage(Blame blame, CommitLog log) {
    this.blame = blame;
    this.log = log;
  }

  /**
   * Beside a line.
   *
   * @param commit what wrote it; null if that is what wrote the line above
   * @param isOdd changes from one commit's lines to the next
   */
  record Row(@Nullable Commit commit, boolean isOdd) {}

  /** Who wrote each line; null, and the reason in the model, if that is too much to find out. */
  @Nullable List<Row> read(OpenRepository open, TreeEntry file, String commit, Model model)
      throws IOException {
    try {
      List<BlamedLines> spans = blame.of(open, commit, file);
      Map<String, Commit> commits =
          log.readAll(open, spans.stream().map(BlamedLines::commit).distinct().toList());
      List<Row> rows = new ArrayList<>();
      boolean odd = false;
      for (BlamedLines span : spans) {
        odd = !odd;
        for (int line = 0; line < span.count(); line++) {
          rows.add(new Row(line == 0 ? commits.get(span.commit()) : null, odd));
        }
      }
      return rows;
    } catch (Blame.TooMuchException e) {
      model.addAttribute("noBlame", e.getMessage());
      return null;
    }
  }
}

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

/** Finds the authors of a file's lines. */
@Component
record BlamePage(Blame blame, CommitLog log) {

  /** The commit of a line, null if the line above has the same; {@code isOdd} alternates. */
  record Row(@Nullable Commit commit, boolean isOdd) {}

  /**
   * Returns a row per line; null, with the reason in the model, if the file is too large for blame.
   */
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

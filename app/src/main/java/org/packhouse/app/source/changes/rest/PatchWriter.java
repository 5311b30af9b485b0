package org.packhouse.app.source.changes.rest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.DiffDefaults;
import org.packhouse.app.source.changes.DiffOptions;
import org.packhouse.app.source.changes.GitDiffWriter;
import org.packhouse.app.source.changes.MailHeaders;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.Person;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.diff.Change;
import org.springframework.stereotype.Component;

/** Writes commits as mails for {@code git am}, as {@code git format-patch --stdout} does. */
@Component
public class PatchWriter {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ENGLISH);

  private static final String MIME =
      """
      MIME-Version: 1.0
      Content-Type: text/plain; charset=UTF-8
      Content-Transfer-Encoding: 8bit
      """;

  private static final int BUFFER = 32 << 10;

  private final CommitLog log;
  private final ChangeList changes;
  private final DiffDefaults defaults;

  PatchWriter(CommitLog log, ChangeList changes, DiffDefaults defaults) {
    this.log = log;
    this.changes = changes;
    this.defaults = defaults;
  }

  /** Writes commits with at most one parent, oldest first. */
  public void write(OpenRepository open, List<String> ids, HttpServletResponse response)
      throws IOException {
    response.setContentType(DiffResponses.TEXT);
    OutputStream out = new BufferedOutputStream(response.getOutputStream(), BUFFER);
    write(open, ids, defaults.raw(), out);
    out.flush();
  }

  private void write(OpenRepository open, List<String> ids, DiffOptions options, OutputStream out)
      throws IOException {
    try (ObjectReader reader = open.newObjectReader()) {
      for (int i = 0; i < ids.size(); i++) {
        Commit commit = log.read(open, ids.get(i));
        List<Change> changed = changes.read(reader, CommitRange.of(commit), PathChoice.ALL);
        if (changed.isEmpty()) {
          // Git counts an empty commit but writes no patch: "git am" would refuse it.
          continue;
        }
        String number = ids.size() == 1 ? "[PATCH]" : "[PATCH %d/%d]".formatted(i + 1, ids.size());
        out.write(head(commit, number).getBytes(StandardCharsets.UTF_8));
        new GitDiffWriter(reader, out, options, true).write(changed);
        out.write("-- \nPackhouse\n\n".getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  private static String head(Commit commit, String number) {
    Person author = commit.author();
    String stripped = commit.message().strip();
    int gap = stripped.indexOf("\n\n");
    String title = (gap < 0 ? stripped : stripped.substring(0, gap)).replaceAll("\\s*\n\\s*", " ");
    String body = gap < 0 ? "" : stripped.substring(gap + 2).strip() + "\n";
    boolean ascii = commit.message().chars().allMatch(c -> c < 0x80);
    return """
    From %s Mon Sep 17 00:00:00 2001
    From: %s <%s>
    Date: %s
    Subject: %s %s
    %s
    %s---

    """
        .formatted(
            commit.id(),
            MailHeaders.name(author.name()),
            author.email(),
            DATE.format(author.when().atZone(author.zone())),
            number,
            MailHeaders.text(title),
            ascii ? "" : MIME,
            body);
  }
}

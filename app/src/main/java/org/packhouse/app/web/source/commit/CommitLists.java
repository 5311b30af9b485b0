package org.packhouse.app.web.source.commit;

import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitAccounts;
import org.packhouse.app.source.commit.CommitSignatures;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Adds commits to the model of a page: by days, with authors, signatures and issues. */
@Component
public class CommitLists {

  private final CommitSignatures signatures;
  private final CommitAccounts accounts;
  private final MessageText text;

  CommitLists(CommitSignatures signatures, CommitAccounts accounts, MessageText text) {
    this.signatures = signatures;
    this.accounts = accounts;
    this.text = text;
  }

  /** Shows commits that are in the order of a log. */
  public void show(RepositoryView view, OpenRepository open, List<Commit> commits, Model model)
      throws IOException {
    model.addAttribute("days", Day.group(commits));
    model.addAttribute("issues", text.issues(commits, view));
    showPeople(view, open, commits, model);
  }

  /** Shows the accounts of the people whom commits name, and the signatures. */
  void showPeople(RepositoryView view, OpenRepository open, List<Commit> commits, Model model)
      throws IOException {
    model.addAttribute("accounts", accounts.of(commits, view.caller().permissionStamp()));
    model.addAttribute("signatures", signatures.of(open, commits));
  }

  /** Consecutive commits of a log that were made on one day (UTC). */
  public record Day(LocalDate day, List<Commit> commits) {

    /** Groups commits that are in the order of a log. */
    public static List<Day> group(List<Commit> commits) {
      List<Day> days = new ArrayList<>();
      for (Commit commit : commits) {
        LocalDate day = LocalDate.ofInstant(commit.committer().when(), ZoneOffset.UTC);
        if (days.isEmpty() || !days.getLast().day().equals(day)) {
          days.add(new Day(day, new ArrayList<>()));
        }
        days.getLast().commits().add(commit);
      }
      return days;
    }
  }
}

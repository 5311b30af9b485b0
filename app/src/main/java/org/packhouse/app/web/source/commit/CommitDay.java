package org.packhouse.app.web.source.commit;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.source.commit.Commit;

/** Consecutive commits of a log that were made on one day (UTC). */
public record CommitDay(LocalDate day, List<Commit> commits) {

  /** Groups commits that are in the order of a log. */
  public static List<CommitDay> group(List<Commit> commits) {
    List<CommitDay> days = new ArrayList<>();
    for (Commit commit : commits) {
      LocalDate day = LocalDate.ofInstant(commit.committer().when(), ZoneOffset.UTC);
      if (days.isEmpty() || !days.getLast().day().equals(day)) {
        days.add(new CommitDay(day, new ArrayList<>()));
      }
      days.getLast().commits().add(commit);
    }
    return days;
  }
}

package org.packhouse.app.source.changes.rest;

import java.io.IOException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.MergeBases;
import org.packhouse.app.source.commit.rest.CommitAccess;
import org.packhouse.app.source.commit.rest.CommitAccess.Reading;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Component;

/** Resolves and opens comparisons. */
@Component
class Comparisons {

  private final CommitAccess access;
  private final ResourceAccess resources;
  private final MergeBases bases;

  Comparisons(CommitAccess access, ResourceAccess resources, MergeBases bases) {
    this.access = access;
    this.resources = resources;
    this.bases = bases;
  }

  Comparison open(Caller caller, Repository target, CompareParameters compared) throws IOException {
    String fromRepo = compared.fromRepo();
    if (fromRepo == null || fromRepo.isEmpty()) {
      Reading reading = access.open(target);
      try {
        return comparison(reading, reading.find(compared.from()), reading.find(compared.to()));
      } catch (IOException | RuntimeException e) {
        reading.close();
        throw e;
      }
    }
    return across(target, source(caller, fromRepo), compared);
  }

  private Comparison across(Repository target, Repository source, CompareParameters compared)
      throws IOException {
    String from;
    try (Reading reading = access.open(source)) {
      from = reading.find(compared.from());
    }
    Reading both = access.openTogether(target, source);
    try {
      return comparison(both, from, both.find(compared.to()));
    } catch (IOException | RuntimeException e) {
      both.close();
      throw e;
    }
  }

  private Comparison comparison(Reading reading, String from, String to) throws IOException {
    OpenRepository open = reading.open();
    String since = bases.find(open, from, to).map(Commit::id).orElse(to);
    return new Comparison(reading, from, to, new CommitRange(since, from));
  }

  private Repository source(Caller caller, String fromRepo) {
    int slash = fromRepo.indexOf('/');
    if (slash > 0 && slash < fromRepo.length() - 1) {
      return resources.repository(
          caller,
          fromRepo.substring(0, slash),
          fromRepo.substring(slash + 1),
          Permission.REPO_READ);
    }
    return resources.repository(caller, id(fromRepo), Permission.REPO_READ);
  }

  private static long id(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new InvalidFieldException(
          "fromRepo",
          "The parameter fromRepo must be the id of a repository or KEY/slug, not %s."
              .formatted(InvalidFieldException.quote(text)));
    }
  }
}

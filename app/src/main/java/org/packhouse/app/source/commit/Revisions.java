package org.packhouse.app.source.commit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.cache.StampedCache;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefNameRules;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/**
 * Resolves revisions of URLs. Commits that no branch, tag or pull request reaches are not found:
 * they may have been removed on purpose. Git serves what pull requests keep, too.
 */
@Component
public class Revisions {

  private static final Pattern COMMIT_ID = Pattern.compile("[0-9a-fA-F]{7,40}");
  private static final int REMEMBERED = 20_000;

  // Ref names cannot contain these characters.
  private static final Pattern ANCESTOR = Pattern.compile("([^~^]+)((?:[~^]\\d{0,5}){1,20})");
  private static final Pattern STEP = Pattern.compile("([~^])(\\d{0,5})");
  private static final int MAX_STEPS = 10_000;

  private final StampedCache<Question, Boolean> reachable;

  Revisions(Caches caches) {
    reachable = caches.buildStamped("reachable-commits", "Commits that refs reach", REMEMBERED);
  }

  private record Question(long repositoryId, ObjectId commit) {}

  /**
   * Resolves a revision.
   *
   * @param at looked up in this order, so that no branch hides what git means by a name: the 40
   *     digits of a commit's id, a full ref name, a ref's name without {@code refs/} such as {@code
   *     pull-requests/7/from}, a branch, a tag, at least 7 digits of a commit's id. Null, empty or
   *     {@code HEAD}: the default branch. Each may be followed by {@code ~n} and {@code ^n} as in
   *     git
   * @return empty if nothing is found, or no commit
   */
  public Optional<Revision> resolve(OpenRepository repository, @Nullable String at)
      throws IOException {
    if (at == null || at.isEmpty() || at.equals(Constants.HEAD)) {
      return named(repository, repository.refs().headTarget());
    }
    if (RefNameRules.isObjectId(at)) {
      return byId(repository, at);
    }
    for (String name :
        List.of(at, Constants.R_REFS + at, Constants.R_HEADS + at, Constants.R_TAGS + at)) {
      Optional<Revision> revision =
          name.startsWith(Constants.R_REFS) ? named(repository, name) : Optional.empty();
      if (revision.isPresent()) {
        return revision;
      }
    }
    Matcher ancestor = ANCESTOR.matcher(at);
    if (ancestor.matches()) {
      Optional<Revision> base = resolve(repository, ancestor.group(1));
      return base.isPresent()
          ? ancestor(repository, base.get(), ancestor.group(2))
          : Optional.empty();
    }
    return COMMIT_ID.matcher(at).matches() ? byId(repository, at) : Optional.empty();
  }

  /** Follows {@code ~n}, the first parent n times, and {@code ^n}, the n-th parent. */
  private static Optional<Revision> ancestor(OpenRepository repository, Revision base, String steps)
      throws IOException {
    int left = MAX_STEPS;
    Matcher step = STEP.matcher(steps);
    try (HistoryWalk walk = new HistoryWalk(repository.git())) {
      RevCommit commit = walk.parseCommit(ObjectId.fromString(base.commit()));
      while (commit != null && step.find()) {
        int number = step.group(2).isEmpty() ? 1 : Integer.parseInt(step.group(2));
        boolean back = step.group(1).equals("~");
        left -= back ? number : 1;
        if (left < 0) {
          return Optional.empty();
        }
        for (int i = back ? number : Math.min(1, number); i > 0 && commit != null; i--) {
          commit = parent(walk, commit, back ? 1 : number);
        }
      }
      return commit == null ? Optional.empty() : Optional.of(new Revision(commit.name(), null));
    }
  }

  private static @Nullable RevCommit parent(RevWalk walk, RevCommit commit, int number)
      throws IOException {
    return number > commit.getParentCount() ? null : walk.parseCommit(commit.getParent(number - 1));
  }

  private static Optional<Revision> named(OpenRepository repository, String refName)
      throws IOException {
    Optional<RefSnapshot.Entry> ref = repository.refs().findAmongAll(refName);
    if (ref.isEmpty()) {
      return Optional.empty();
    }
    ObjectId target = target(ref.get());
    try (HistoryWalk walk = repository.newHistoryWalk()) {
      walk.parseCommit(target);
      return Optional.of(new Revision(target.name(), refName));
    } catch (IncorrectObjectTypeException e) {
      return Optional.empty();
    }
  }

  private Optional<Revision> byId(OpenRepository repository, String digits) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      Collection<ObjectId> candidates =
          digits.length() == Constants.OBJECT_ID_STRING_LENGTH
              ? List.of(ObjectId.fromString(digits))
              : reader.resolve(AbbreviatedObjectId.fromString(digits));
      List<ObjectId> found = new ArrayList<>();
      for (ObjectId candidate : candidates) {
        if (isReachable(repository, candidate)) {
          found.add(candidate);
        }
      }
      return found.size() == 1
          ? Optional.of(new Revision(found.getFirst().name(), null))
          : Optional.empty();
    }
  }

  private boolean isReachable(OpenRepository repository, ObjectId commit) throws IOException {
    return reachable.get(
        new Question(repository.id(), commit.copy()),
        repository.refs().version(),
        () -> walk(repository, commit));
  }

  private static boolean walk(OpenRepository repository, ObjectId commit) throws IOException {
    List<ObjectId> tips =
        repository.refs().refs().stream()
            .filter(ref -> isHeadOrTag(ref.name()))
            .map(Revisions::target)
            .distinct()
            .toList();
    List<RefSnapshot.Entry> ofPullRequests = repository.refs().pullRequests();
    try (ObjectReader reader = repository.newObjectReader();
        HistoryWalk walk = new HistoryWalk(reader)) {
      RevCommit target = walk.parseCommit(commit);
      // Refs of pull requests come last: they are many, and most are reachable from others.
      return tips.contains(commit)
          || ofPullRequests.stream().anyMatch(ref -> ref.id().equals(commit))
          || isReachable(reader, walk, target, tips)
          || isReachable(reader, walk, target, sources(ofPullRequests));
    } catch (IncorrectObjectTypeException | MissingObjectException e) {
      return false;
    }
  }

  /**
   * Returns the source tips of pull requests. Their merge refs are left out: they are updated some
   * time after a source moves, and until then lead to commits that may have been removed.
   */
  private static List<ObjectId> sources(List<RefSnapshot.Entry> ofPullRequests) {
    return ofPullRequests.stream()
        .filter(ref -> ref.name().endsWith("/from"))
        .map(RefSnapshot.Entry::id)
        .distinct()
        .toList();
  }

  private static boolean isReachable(
      ObjectReader reader, RevWalk walk, RevCommit target, List<ObjectId> tips) throws IOException {
    Stream<RevCommit> starters = commits(walk, tips).stream();
    return reader
        .createReachabilityChecker(walk)
        .areAllReachable(List.of(target), starters)
        .isEmpty();
  }

  private static List<RevCommit> commits(RevWalk walk, List<ObjectId> tips) throws IOException {
    List<RevCommit> commits = new ArrayList<>();
    for (ObjectId tip : tips) {
      if (walk.parseAny(tip) instanceof RevCommit commit) {
        commits.add(commit);
      }
    }
    return commits;
  }

  private static boolean isHeadOrTag(String name) {
    return name.startsWith(Constants.R_HEADS) || name.startsWith(Constants.R_TAGS);
  }

  private static ObjectId target(RefSnapshot.Entry ref) {
    ObjectId peeled = ref.peeled();
    return peeled == null ? ref.id() : peeled;
  }
}

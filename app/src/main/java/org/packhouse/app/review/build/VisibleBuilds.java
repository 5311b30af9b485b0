package org.packhouse.app.review.build;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.springframework.stereotype.Component;

/**
 * Finds the builds of commits, of whichever repository, that a caller may see. Another author's
 * report of no repository is shown if caller and author may both read a repository known to have
 * the commit, or if none is known.
 */
@Component
public class VisibleBuilds {

  private final Builds builds;
  private final BuildStatusRows rows;
  private final Authors authors;
  private final Permissions permissions;
  private final CommitPlaces places;

  VisibleBuilds(
      Builds builds,
      BuildStatusRows rows,
      Authors authors,
      Permissions permissions,
      CommitPlaces places) {
    this.builds = builds;
    this.rows = rows;
    this.authors = authors;
    this.permissions = permissions;
    this.places = places;
  }

  /** Returns the builds of a commit: one of each key for each repository and for none. */
  public List<BuildStatus> list(Caller caller, String commit) {
    return find(caller, List.of(commit), true);
  }

  /** Counts builds by commit; a key reported for a repository and for none counts once. */
  public Map<String, BuildStats> stats(Caller caller, Collection<String> commits) {
    List<BuildStatus> found = find(caller, commits, false);
    Set<KeyOfCommit> placed = new HashSet<>();
    found.stream()
        .filter(it -> it.subject().repositoryId() != null)
        .forEach(it -> placed.add(KeyOfCommit.of(it)));
    Map<String, BuildStats> counted = new HashMap<>();
    found.stream()
        .filter(it -> it.subject().repositoryId() != null || !placed.contains(KeyOfCommit.of(it)))
        .forEach(it ->
            counted.merge(
                it.subject().commit(),
                BuildStats.NONE.plus(it.state(), 1),
                (before, _) -> before.plus(it.state(), 1)));
    return counted;
  }

  private record KeyOfCommit(String commit, String key) {
    static KeyOfCommit of(BuildStatus build) {
      return new KeyOfCommit(build.subject().commit(), build.key());
    }
  }

  private List<BuildStatus> find(Caller caller, Collection<String> commits, boolean whole) {
    // Only forks share a commit, so the repositories are few.
    List<Long> readable =
        rows.repositories(commits).stream().filter(id -> mayRead(caller, id)).toList();
    Known known = new Known(caller, commits);
    Map<String, List<StoredBuild>> byCommit = new LinkedHashMap<>();
    builds.of(commits, readable, whole, known::isReader).stream()
        .filter(known::isShown)
        .forEach(it -> byCommit.computeIfAbsent(key(it), _ -> new ArrayList<>()).add(it));
    return byCommit.values().stream().flatMap(it -> StoredBuild.onePerKey(it).stream()).toList();
  }

  private static String key(StoredBuild stored) {
    return stored.build().subject().toString();
  }

  private boolean mayRead(Caller caller, long repositoryId) {
    return permissions.test(caller, new RepositoryId(repositoryId), Permission.REPO_READ);
  }

  /** The repositories with the commits, looked up when another author's report is met. */
  private final class Known {

    private final Caller caller;
    private final Collection<String> commits;
    private Map<String, Set<Long>> all = Map.of();
    private boolean read;

    Known(Caller caller, Collection<String> commits) {
      this.caller = caller;
      this.commits = commits;
    }

    private Map<String, Set<Long>> all() {
      if (!read) {
        all = places.of(commits);
        read = true;
      }
      return all;
    }

    boolean isShown(StoredBuild stored) {
      BuildStatus build = stored.build();
      Author author = build.author();
      Long repository = build.subject().repositoryId();
      if (repository != null) {
        return authors.counts(author, repository);
      }
      if (author == null || author.equals(Authors.of(caller))) {
        return true;
      }
      Set<Long> having = all().get(build.subject().commit());
      return having == null
          || having.stream()
              .anyMatch(id ->
                  !stored.withdrawnIn().contains(id)
                      && mayRead(caller, id)
                      && authors.mayRead(author, id));
    }

    /** Returns whether an author may read one of the caller's repositories with a commit. */
    boolean isReader(Author author) {
      return author.equals(Authors.of(caller))
          || all().values().stream()
              .flatMap(Set::stream)
              .anyMatch(id -> mayRead(caller, id) && authors.mayRead(author, id));
    }
  }

  /** Numbers of builds of a commit by state. */
  public record BuildStats(int cancelled, int failed, int inProgress, int successful, int unknown) {

    public static final BuildStats NONE = new BuildStats(0, 0, 0, 0, 0);

    BuildStats plus(BuildState state, int count) {
      return new BuildStats(
          cancelled + (state == BuildState.CANCELLED ? count : 0),
          failed + (state == BuildState.FAILED ? count : 0),
          inProgress + (state == BuildState.INPROGRESS ? count : 0),
          successful + (state == BuildState.SUCCESSFUL ? count : 0),
          unknown + (state == BuildState.UNKNOWN ? count : 0));
    }
  }
}

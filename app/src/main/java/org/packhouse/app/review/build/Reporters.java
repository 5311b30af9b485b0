package org.packhouse.app.review.build;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The reporters that a condition of merges accepts, by ids; anybody if there are none. */
public record Reporters(Set<Long> users, Set<Long> groups, Set<String> tokens) {

  public static final Reporters ANYBODY = new Reporters(Set.of(), Set.of(), Set.of());

  private static final String USER = "user:";
  private static final String GROUP = "group:";
  private static final String TOKEN = "token:";

  public boolean isAnybody() {
    return users.isEmpty() && groups.isEmpty() && tokens.isEmpty();
  }

  public boolean includes(Reporters others) {
    return isAnybody()
        || (!others.isAnybody()
            && users.containsAll(others.users())
            && groups.containsAll(others.groups())
            && tokens.containsAll(others.tokens()));
  }

  /** Returns the form in which rows keep reporters. */
  public String[] texts() {
    return Stream.of(
            users.stream().sorted().map(id -> USER + id),
            groups.stream().sorted().map(id -> GROUP + id),
            tokens.stream().sorted().map(id -> TOKEN + id))
        .flatMap(it -> it)
        .toArray(String[]::new);
  }

  public static Reporters of(String[] texts) {
    List<String> all = Arrays.asList(texts);
    return new Reporters(
        ids(all, USER).map(Long::valueOf).collect(Collectors.toUnmodifiableSet()),
        ids(all, GROUP).map(Long::valueOf).collect(Collectors.toUnmodifiableSet()),
        ids(all, TOKEN).collect(Collectors.toUnmodifiableSet()));
  }

  private static Stream<String> ids(List<String> texts, String kind) {
    return texts.stream().filter(it -> it.startsWith(kind)).map(it -> it.substring(kind.length()));
  }
}

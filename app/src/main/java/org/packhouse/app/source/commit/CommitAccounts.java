package org.packhouse.app.source.commit;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.cache.StampedCache;
import org.springframework.stereotype.Component;

/**
 * Finds the accounts of authors and committers by e-mail address. Answers are cached for a minute,
 * and no longer than the permission stamp under which they were read: it rises when an account
 * ends. Lists of commits name the same few people again and again.
 */
@Component
public class CommitAccounts {

  private static final Duration REMEMBERED = Duration.ofMinutes(1);
  private static final int MAX_REMEMBERED = 20_000;

  /** A value that the permission stamp never has. */
  private static final long NO_STAMP = 0;

  private final UserLists users;
  private final StampedCache<Address, Optional<User>> known;

  CommitAccounts(UserLists users, Caches caches) {
    this.users = users;
    known =
        caches.buildStamped(
            "commit-accounts",
            "Accounts of authors and committers",
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(REMEMBERED));
  }

  /** An e-mail address; answers without a stamp must not replace those with one. */
  private record Address(String address, boolean stamped) {

    static Address of(String address, long stamp) {
      return new Address(address, stamp != NO_STAMP);
    }
  }

  /** Accounts by e-mail address in lower case. */
  public record Found(Map<String, User> accounts) {

    public static final Found NONE = new Found(Map.of());

    public Found {
      accounts = Map.copyOf(accounts);
    }

    public @Nullable User of(Person person) {
      return accounts.get(folded(person.email()));
    }
  }

  /** Finds accounts without a stamp: one that ended within the last minute may be found. */
  public Found ofLastMinute(Collection<Commit> commits) {
    return of(commits, NO_STAMP);
  }

  /** Finds accounts under the stamp of the request, in one statement if not cached. */
  public Found of(Collection<Commit> commits, long stamp) {
    Map<String, User> found = new HashMap<>();
    Set<String> unknown = new HashSet<>();
    for (Commit commit : commits) {
      take(commit.author(), stamp, found, unknown);
      take(commit.committer(), stamp, found, unknown);
    }
    if (!unknown.isEmpty()) {
      Map<String, User> read = users.ofCommitAddresses(unknown);
      unknown.forEach(
          it -> known.put(Address.of(it, stamp), stamp, Optional.ofNullable(read.get(it))));
      found.putAll(read);
    }
    return new Found(found);
  }

  private void take(Person person, long stamp, Map<String, User> found, Set<String> unknown) {
    String address = folded(person.email());
    if (address.isEmpty()) {
      return;
    }
    Optional<User> remembered = known.find(Address.of(address, stamp), stamp);
    if (remembered == null) {
      unknown.add(address);
    } else {
      remembered.ifPresent(user -> found.put(address, user));
    }
  }

  private static String folded(String address) {
    return address.toLowerCase(Locale.ROOT);
  }
}

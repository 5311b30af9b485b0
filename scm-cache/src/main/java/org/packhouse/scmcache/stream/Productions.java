package org.packhouse.scmcache.stream;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ResponseKey.Asked;
import org.packhouse.scmcache.ScmCache.Producer;

/** The responses that are being made now, each for all who ask for it. */
public final class Productions {

  private final ConcurrentMap<ResponseKey, Production> making = new ConcurrentHashMap<>();
  private final Limits limits;

  /** Productions with these limits each. */
  public Productions(Limits limits) {
    this.limits = limits;
  }

  /** Follows the response if it is being made. */
  public Optional<Follower> join(ResponseKey key) {
    Production current = making.get(key);
    return current == null ? Optional.empty() : Optional.ofNullable(current.join());
  }

  /**
   * Follows the response, which is made from now on if it is not being made yet.
   *
   * @param stored whether it is at hand by now, and nothing needs to be made
   * @param spool makes the place that it goes to
   * @return empty if it was at hand
   */
  public Optional<Joined> joinOrStart(
      Asked asked, Producer producer, Predicate<ResponseKey> stored, Supplier<Spool> spool) {
    Begun begun = new Begun();
    making.compute(
        asked.key(),
        (key, current) -> {
          begun.follower = current == null ? null : current.join();
          if (begun.follower != null || stored.test(key)) {
            return current;
          }
          Production production =
              new Production(
                  asked,
                  producer,
                  spool.get(),
                  limits,
                  ended -> making.remove(ended.asked().key(), ended));
          begun.follower = production.join();
          begun.production = production;
          return production;
        });
    if (begun.production != null) {
      begun.production.start();
    }
    return Optional.ofNullable(begun.follower)
        .map(follower -> new Joined(follower, begun.production != null));
  }

  /** Keeps nothing of what is chosen; those who follow it get it to the end. */
  public void forbid(Predicate<Asked> chosen) {
    making.forEach((_, production) -> {
      if (chosen.test(production.asked())) {
        production.forbid();
      }
    });
  }

  /** Ends all of it; those who follow fail. */
  public void cancel() {
    making.forEach((_, production) -> production.cancel());
  }

  /**
   * A follower.
   *
   * @param first whether the production was begun for it
   */
  public record Joined(Follower follower, boolean first) {}

  private static final class Begun {
    private @Nullable Follower follower;
    private @Nullable Production production;
  }
}

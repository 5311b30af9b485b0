package org.packhouse.scmcache.stream;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ResponseKey.Request;
import org.packhouse.scmcache.ScmCache.Producer;

/** The running productions, shared by all requests with equal keys. */
public final class Productions {

  private final ConcurrentMap<ResponseKey, Production> making = new ConcurrentHashMap<>();
  private final ProductionLimits limits;

  public Productions(ProductionLimits limits) {
    this.limits = limits;
  }

  public Optional<Follower> join(ResponseKey key) {
    Production current = making.get(key);
    return current == null ? Optional.empty() : Optional.ofNullable(current.join());
  }

  /** Follows a production, started if needed; empty if the response is stored by now. */
  public Optional<Joined> joinOrStart(
      Request request, Producer producer, Predicate<ResponseKey> stored, Supplier<Spool> spool) {
    Begun begun = new Begun();
    making.compute(
        request.key(),
        (key, current) -> {
          begun.follower = current == null ? null : current.join();
          if (begun.follower != null || stored.test(key)) {
            return current;
          }
          Production production =
              new Production(
                  request,
                  producer,
                  spool.get(),
                  limits,
                  ended -> making.remove(ended.request().key(), ended));
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

  /** Keeps matching productions from being stored; followers still get everything. */
  public void forbid(Predicate<Request> chosen) {
    making.forEach((_, production) -> {
      if (chosen.test(production.request())) {
        production.forbid();
      }
    });
  }

  /** Ends all productions; followers fail. */
  public void cancel() {
    making.forEach((_, production) -> production.cancel());
  }

  public record Joined(Follower follower, boolean first) {}

  private static final class Begun {
    private @Nullable Follower follower;
    private @Nullable Production production;
  }
}

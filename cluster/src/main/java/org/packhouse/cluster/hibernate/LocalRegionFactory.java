package org.packhouse.cluster.hibernate;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.cache.cfg.spi.DomainDataRegionBuildingContext;
import org.hibernate.cache.cfg.spi.DomainDataRegionConfig;
import org.hibernate.cache.spi.DomainDataRegion;
import org.hibernate.cache.spi.support.RegionFactoryTemplate;
import org.hibernate.cache.spi.support.StorageAccess;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches entity rows in this node's memory, and invalidates them on other nodes over {@link
 * Topics}. Set as {@code hibernate.cache.region.factory_class}.
 *
 * <p>Messages follow commits and may be lost, so rows may be stale. They are trusted only in the
 * version that the request has read ({@link FreshRows}), or where staleness is harmless ({@link
 * FreshRows#whichMayBeLate}) while this node sees all live nodes.
 *
 * <p>All rows are invalidated after lost messages, member changes and deletions, because the
 * database then changes referring rows. Query results are not cached.
 */
public final class LocalRegionFactory extends RegionFactoryTemplate {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(LocalRegionFactory.class);
  private static final String TOPIC = "rows";
  private static final String ALL = "*";

  private final int maxRows;
  private transient volatile @Nullable Connection connection;
  private final AtomicLong stamps = new AtomicLong();
  private final transient Map<String, CachedRows> entities = new ConcurrentHashMap<>();
  private final transient List<CachedRows> naturalIds = new CopyOnWriteArrayList<>();

  /** Caches nothing before it is connected. */
  public LocalRegionFactory(int maxRows) {
    this.maxRows = maxRows;
  }

  private record Connection(Topics topics, BooleanSupplier cut) {}

  /** {@code own} recognises this node's id; {@code cut} tells whether a live node is not seen. */
  public void connect(Topics topics, Predicate<UUID> own, BooleanSupplier cut) {
    var _ = topics.subscribe(TOPIC, new Voids(own));
    clear();
    connection = new Connection(topics, cut);
  }

  /** Disconnects, and stops caching. */
  public void disconnect() {
    connection = null;
    clear();
  }

  /** Returns how often a row was found and trusted. */
  public long hits() {
    return sum(CachedRows::hits);
  }

  /** Returns how often a row was not found, or not trusted. */
  public long misses() {
    return sum(CachedRows::misses);
  }

  private long sum(ToLongFunction<CachedRows> what) {
    return entities.values().stream().mapToLong(what).sum();
  }

  /** Invalidates all local rows, after writes that bypass Hibernate. */
  public void clear() {
    entities.values().forEach(CachedRows::clear);
    naturalIds.forEach(CachedRows::clear);
  }

  boolean isConnected() {
    return connection != null;
  }

  /** Returns whether a row may be used without a version read by this request. */
  boolean isLateFine() {
    Connection now = connection;
    return FreshRows.mayBeLate() && now != null && !now.cut().getAsBoolean();
  }

  /** Invalidates a row on other nodes, and natural ids here. */
  void publish(String entity, Object id) {
    naturalIds.forEach(CachedRows::clear);
    publish(entity + " " + id);
  }

  /** Invalidates everything on all nodes. */
  void publishAll() {
    clear();
    publish(ALL);
  }

  private void publish(String message) {
    Connection now = connection;
    if (now == null) {
      return;
    }
    try {
      now.topics().publish(TOPIC, message);
    } catch (RuntimeException e) {
      LOG.warn("The other nodes could not be told that {} has changed", message, e);
    }
  }

  private final class Voids implements Topics.Listener {

    private final Predicate<UUID> own;

    Voids(Predicate<UUID> own) {
      this.own = own;
    }

    @Override
    public void onMessage(UUID sender, String message) {
      if (!own.test(sender)) {
        take(message);
      }
    }

    @Override
    public void onGap() {
      clear();
    }
  }

  /** Ignores regions that only other releases have. */
  private void take(String message) {
    int space = message.indexOf(' ');
    if (space < 0) {
      clear();
      return;
    }
    CachedRows rows = entities.get(message.substring(0, space));
    if (rows != null) {
      rows.invalidate(Long.valueOf(message.substring(space + 1)));
      naturalIds.forEach(CachedRows::clear);
    }
  }

  CachedRows rowsOf(String entity) {
    return entities.computeIfAbsent(entity, _ -> new CachedRows(stamps, maxRows));
  }

  CachedRows naturalIds() {
    CachedRows made = new CachedRows(stamps, maxRows);
    naturalIds.add(made);
    return made;
  }

  @Override
  protected void prepareForUse(SessionFactoryOptions options, Map<String, Object> values) {
    LOG.debug("At most {} rows of an entity are cached", maxRows);
  }

  @Override
  protected void releaseFromUse() {
    clear();
  }

  /** Returns the stamp of a session or joined transaction. */
  @Override
  public long nextTimestamp() {
    return stamps.incrementAndGet();
  }

  @Override
  public DomainDataRegion buildDomainDataRegion(
      DomainDataRegionConfig config, DomainDataRegionBuildingContext context) {
    return new LocalRegion(config, this, context);
  }

  @Override
  protected StorageAccess createQueryResultsRegionStorageAccess(
      String name, SessionFactoryImplementor factory) {
    throw new UnsupportedOperationException("Results of queries are not cached");
  }

  @Override
  protected StorageAccess createTimestampsRegionStorageAccess(
      String name, SessionFactoryImplementor factory) {
    throw new UnsupportedOperationException("Results of queries are not cached");
  }
}

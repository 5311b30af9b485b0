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
 * Keeps the rows of cached entities in this node's memory, and voids over {@link Topics} what other
 * nodes keep. Hibernate gets one as {@code hibernate.cache.region.factory_class}.
 *
 * <p>A message comes after the commit that it tells of, and may be lost. So what is cached is late
 * at times. It is believed
 *
 * <ul>
 *   <li>if the request has read the version of the row ({@link FreshRows}): only in that version;
 *   <li>else where a late one does no harm ({@link FreshRows#whichMayBeLate}), while this node sees
 *       all nodes that live.
 * </ul>
 *
 * <p>All rows are voided when messages may have been lost and when the members change. That a row
 * is deleted voids all as well: the database changes rows that refer to it. Query results are not
 * cached.
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

  /**
   * A factory of one session factory, which caches nothing before it is connected.
   *
   * @param maxRows the most rows that are kept of an entity
   */
  public LocalRegionFactory(int maxRows) {
    this.maxRows = maxRows;
  }

  private record Connection(Topics topics, BooleanSupplier cut) {}

  /**
   * Connects it with the other nodes.
   *
   * @param own whether that is the id of this node
   * @param cut whether there is a node that lives and is not seen
   */
  public void connect(Topics topics, Predicate<UUID> own, BooleanSupplier cut) {
    var _ = topics.subscribe(TOPIC, new Voids(own));
    clear();
    connection = new Connection(topics, cut);
  }

  /** Goes on without the other nodes, and so without what is cached. */
  public void disconnect() {
    connection = null;
    clear();
  }

  /** How often a row was found here and believed. */
  public long hits() {
    return sum(CachedRows::hits);
  }

  /** How often one was looked for and not found, or not believed. */
  public long misses() {
    return sum(CachedRows::misses);
  }

  private long sum(ToLongFunction<CachedRows> what) {
    return entities.values().stream().mapToLong(what).sum();
  }

  /** Voids all that is kept here, for whatever was written past Hibernate. */
  public void clear() {
    entities.values().forEach(CachedRows::clear);
    naturalIds.forEach(CachedRows::clear);
  }

  boolean isConnected() {
    return connection != null;
  }

  /** Whether a row counts whose version this request has not read. */
  boolean isLateFine() {
    Connection now = connection;
    return FreshRows.mayBeLate() && now != null && !now.cut().getAsBoolean();
  }

  /** Voids a row on the other nodes, and ids by natural ids here. */
  void publish(String entity, Object id) {
    naturalIds.forEach(CachedRows::clear);
    publish(entity + " " + id);
  }

  /** Voids everything, here and on the other nodes. */
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
      LOG.warn("The other nodes are not told that {} has changed", message, e);
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

  /** Names of regions differ between releases: one that this node has not is none of its own. */
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

  /** The stamp of a session, or of a transaction that it joins. */
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

package org.packhouse.cluster.hibernate;

import org.hibernate.cache.spi.DomainDataRegion;
import org.hibernate.cache.spi.access.AccessType;
import org.hibernate.cache.spi.access.CachedDomainDataAccess;
import org.hibernate.cache.spi.access.SoftLock;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** Hibernate's access to {@link CachedRows}. */
abstract class LocalAccess implements CachedDomainDataAccess {

  private final DomainDataRegion region;
  private final LocalRegionFactory factory;
  private final CachedRows rows;

  LocalAccess(DomainDataRegion region, LocalRegionFactory factory, CachedRows rows) {
    this.region = region;
    this.factory = factory;
    this.rows = rows;
  }

  final LocalRegionFactory factory() {
    return factory;
  }

  final CachedRows rows() {
    return rows;
  }

  /** Returns whether a cached value may be used now. */
  abstract boolean isBelieved(Object key, Object value);

  @Override
  public DomainDataRegion getRegion() {
    return region;
  }

  @Override
  public AccessType getAccessType() {
    return AccessType.READ_WRITE;
  }

  @Override
  public @Nullable Object get(SharedSessionContractImplementor session, Object key) {
    Object value = rows.get(key);
    boolean hit = value != null && isBelieved(key, value);
    rows.count(hit);
    return hit ? value : null;
  }

  @Override
  public boolean putFromLoad(
      SharedSessionContractImplementor session,
      Object key,
      Object value,
      @Nullable Object version) {
    return factory.isConnected()
        && rows.put(key, value, session.getCacheTransactionSynchronization().getCachingTimestamp());
  }

  @Override
  public boolean putFromLoad(
      SharedSessionContractImplementor session,
      Object key,
      Object value,
      @Nullable Object version,
      boolean minimalPuts) {
    return putFromLoad(session, key, value, version);
  }

  @Override
  public @Nullable SoftLock lockItem(
      SharedSessionContractImplementor session, Object key, @Nullable Object version) {
    rows.lock(key);
    return null;
  }

  @Override
  public void unlockItem(
      SharedSessionContractImplementor session, Object key, @Nullable SoftLock lock) {
    rows.unlock(key);
  }

  @Override
  public void remove(SharedSessionContractImplementor session, Object key) {
    rows.invalidate(key);
  }

  @Override
  public void removeAll(SharedSessionContractImplementor session) {
    rows.clear();
  }

  @Override
  public boolean contains(Object key) {
    return rows.get(key) != null;
  }

  @Override
  public @Nullable SoftLock lockRegion() {
    rows.clear();
    return null;
  }

  /** Called after a bulk statement. */
  @Override
  public void unlockRegion(@Nullable SoftLock lock) {
    factory.publishAll();
  }

  @Override
  public void evict(Object key) {
    rows.invalidate(key);
  }

  @Override
  public void evictAll() {
    rows.clear();
  }
}

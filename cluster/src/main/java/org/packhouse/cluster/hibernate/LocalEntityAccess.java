package org.packhouse.cluster.hibernate;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.cache.spi.CacheKeysFactory;
import org.hibernate.cache.spi.DomainDataRegion;
import org.hibernate.cache.spi.access.EntityDataAccess;
import org.hibernate.cache.spi.access.SoftLock;
import org.hibernate.cache.spi.entry.CacheEntry;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Rows by id, trusted by version. */
final class LocalEntityAccess extends LocalAccess implements EntityDataAccess {

  private final CacheKeysFactory keys;
  private final String entity;
  private final Set<Object> deleted = ConcurrentHashMap.newKeySet();

  LocalEntityAccess(
      DomainDataRegion region, LocalRegionFactory factory, CacheKeysFactory keys, String entity) {
    super(region, factory, factory.rowsOf(entity));
    this.keys = keys;
    this.entity = entity;
  }

  @Override
  boolean isBelieved(Object key, Object value) {
    Integer fresh = FreshRows.versionOf(entity, key);
    return fresh == null
        ? factory().isLateFine()
        : value instanceof CacheEntry entry && fresh.equals(entry.getVersion());
  }

  @Override
  public Object generateCacheKey(
      Object id, EntityPersister persister, SessionFactoryImplementor sessions, String tenant) {
    return keys.createEntityKey(id, persister, sessions, tenant);
  }

  @Override
  public Object getCacheKeyId(Object key) {
    return keys.getEntityId(key);
  }

  /** New rows are cached when first read. */
  @Override
  public boolean insert(
      SharedSessionContractImplementor session,
      Object key,
      Object value,
      @Nullable Object version) {
    return false;
  }

  @Override
  public boolean afterInsert(
      SharedSessionContractImplementor session,
      Object key,
      Object value,
      @Nullable Object version) {
    return false;
  }

  @Override
  public boolean update(
      SharedSessionContractImplementor session,
      Object key,
      Object value,
      @Nullable Object version,
      @Nullable Object previous) {
    return false;
  }

  @Override
  public boolean afterUpdate(
      SharedSessionContractImplementor session,
      Object key,
      Object value,
      @Nullable Object version,
      @Nullable Object previous,
      @Nullable SoftLock lock) {
    unlockItem(session, key, lock);
    return false;
  }

  @Override
  public void remove(SharedSessionContractImplementor session, Object key) {
    deleted.add(key);
    super.remove(session, key);
  }

  /** Called after the transaction, committed or not. */
  @Override
  public void unlockItem(
      SharedSessionContractImplementor session, Object key, @Nullable SoftLock lock) {
    super.unlockItem(session, key, lock);
    if (deleted.remove(key)) {
      factory().publishAll();
    } else {
      factory().publish(entity, key);
    }
  }
}

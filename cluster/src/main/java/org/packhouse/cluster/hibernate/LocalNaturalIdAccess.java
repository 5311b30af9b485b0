package org.packhouse.cluster.hibernate;

import org.hibernate.cache.spi.CacheKeysFactory;
import org.hibernate.cache.spi.DomainDataRegion;
import org.hibernate.cache.spi.access.NaturalIdDataAccess;
import org.hibernate.cache.spi.access.SoftLock;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Ids by natural id, invalidated with any row of the entity. Callers compare the row found. */
final class LocalNaturalIdAccess extends LocalAccess implements NaturalIdDataAccess {

  private final CacheKeysFactory keys;

  LocalNaturalIdAccess(DomainDataRegion region, LocalRegionFactory factory, CacheKeysFactory keys) {
    super(region, factory, factory.naturalIds());
    this.keys = keys;
  }

  @Override
  boolean isBelieved(Object key, Object value) {
    return factory().isLateFine();
  }

  @Override
  public Object generateCacheKey(
      Object values, EntityPersister persister, SharedSessionContractImplementor session) {
    return keys.createNaturalIdKey(values, persister, session);
  }

  @Override
  public Object getNaturalIdValues(Object key) {
    return keys.getNaturalIdValues(key);
  }

  @Override
  public boolean insert(SharedSessionContractImplementor session, Object key, Object value) {
    return false;
  }

  @Override
  public boolean afterInsert(SharedSessionContractImplementor session, Object key, Object value) {
    return false;
  }

  @Override
  public boolean update(SharedSessionContractImplementor session, Object key, Object value) {
    return false;
  }

  @Override
  public boolean afterUpdate(
      SharedSessionContractImplementor session, Object key, Object value, @Nullable SoftLock lock) {
    unlockItem(session, key, lock);
    return false;
  }
}

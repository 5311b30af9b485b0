package org.packhouse.cluster.hibernate;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.cache.cfg.spi.CollectionDataCachingConfig;
import org.hibernate.cache.cfg.spi.DomainDataCachingConfig;
import org.hibernate.cache.cfg.spi.DomainDataRegionBuildingContext;
import org.hibernate.cache.cfg.spi.DomainDataRegionConfig;
import org.hibernate.cache.cfg.spi.EntityDataCachingConfig;
import org.hibernate.cache.cfg.spi.NaturalIdDataCachingConfig;
import org.hibernate.cache.internal.SimpleCacheKeysFactory;
import org.hibernate.cache.spi.CacheKeysFactory;
import org.hibernate.cache.spi.DomainDataRegion;
import org.hibernate.cache.spi.access.AccessType;
import org.hibernate.cache.spi.access.CollectionDataAccess;
import org.hibernate.cache.spi.access.EntityDataAccess;
import org.hibernate.cache.spi.access.NaturalIdDataAccess;
import org.hibernate.cache.spi.access.SoftLock;
import org.hibernate.cache.spi.entry.CacheEntry;
import org.hibernate.cache.spi.support.AbstractDomainDataRegion;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** The region of an entity, named after its table, or of natural ids. */
final class LocalRegion extends AbstractDomainDataRegion {

  private final LocalRegionFactory factory;

  LocalRegion(
      DomainDataRegionConfig config,
      LocalRegionFactory factory,
      DomainDataRegionBuildingContext context) {
    super(config, factory, SimpleCacheKeysFactory.INSTANCE, context);
    this.factory = factory;
    completeInstantiation(config, context);
  }

  private static void requireVersion(DomainDataCachingConfig config) {
    if (config.getAccessType() != AccessType.READ_WRITE || !config.isVersioned()) {
      throw new UnsupportedOperationException(
          "%s is cached: it must have a version and READ_WRITE"
              .formatted(config.getNavigableRole()));
    }
  }

  private CacheKeysFactory keys() {
    return getEffectiveKeysFactory();
  }

  @Override
  protected EntityDataAccess generateEntityAccess(EntityDataCachingConfig config) {
    requireVersion(config);
    return new LocalEntityAccess(this, factory, keys(), getName());
  }

  @Override
  protected NaturalIdDataAccess generateNaturalIdAccess(NaturalIdDataCachingConfig config) {
    return new LocalNaturalIdAccess(this, factory, keys());
  }

  @Override
  protected CollectionDataAccess generateCollectionAccess(CollectionDataCachingConfig config) {
    throw new UnsupportedOperationException(
        "Collections are not cached: " + config.getNavigableRole());
  }

  /** Ids by natural id, invalidated with any row of the entity. Callers compare the row found. */
  private static final class LocalNaturalIdAccess extends LocalAccess
      implements NaturalIdDataAccess {

    private final CacheKeysFactory keys;

    LocalNaturalIdAccess(
        DomainDataRegion region, LocalRegionFactory factory, CacheKeysFactory keys) {
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
        SharedSessionContractImplementor session,
        Object key,
        Object value,
        @Nullable SoftLock lock) {
      unlockItem(session, key, lock);
      return false;
    }
  }

  /** Rows by id, trusted by version. */
  private static final class LocalEntityAccess extends LocalAccess implements EntityDataAccess {

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
}

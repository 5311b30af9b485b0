package org.packhouse.cluster.hibernate;

import org.hibernate.cache.cfg.spi.CollectionDataCachingConfig;
import org.hibernate.cache.cfg.spi.DomainDataCachingConfig;
import org.hibernate.cache.cfg.spi.DomainDataRegionBuildingContext;
import org.hibernate.cache.cfg.spi.DomainDataRegionConfig;
import org.hibernate.cache.cfg.spi.EntityDataCachingConfig;
import org.hibernate.cache.cfg.spi.NaturalIdDataCachingConfig;
import org.hibernate.cache.internal.SimpleCacheKeysFactory;
import org.hibernate.cache.spi.CacheKeysFactory;
import org.hibernate.cache.spi.access.AccessType;
import org.hibernate.cache.spi.access.CollectionDataAccess;
import org.hibernate.cache.spi.access.EntityDataAccess;
import org.hibernate.cache.spi.access.NaturalIdDataAccess;
import org.hibernate.cache.spi.support.AbstractDomainDataRegion;

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
}

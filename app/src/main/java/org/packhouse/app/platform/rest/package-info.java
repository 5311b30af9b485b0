/** The REST dialect: paging, errors, names, dates. Must not depend on features. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.rest;

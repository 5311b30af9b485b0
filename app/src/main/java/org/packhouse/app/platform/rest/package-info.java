/** The REST dialect: paging, errors, names, dates. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.rest;

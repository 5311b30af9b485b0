package org.packhouse.app.platform.configuration;

/**
 * Marks a bean that is made before the web server and what hangs on that, for it works on in the
 * background meanwhile.
 */
public interface MadeFirst {}

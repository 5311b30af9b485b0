package org.packhouse.app.storage.process;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code scm.git.version.*}: which git is good enough.
 *
 * @param mended a version with known holes, such as {@code 2.43.0}, that the distribution has
 *     mended without another number
 */
@ConfigurationProperties("scm.git.version")
public record GitVersionSettings(@DefaultValue("") String mended) {}

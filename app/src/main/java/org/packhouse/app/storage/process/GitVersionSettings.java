package org.packhouse.app.storage.process;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code scm.git.version.*}.
 *
 * @param mended a vulnerable version number, such as {@code 2.43.0}, that the distribution has
 *     patched
 */
@ConfigurationProperties("scm.git.version")
public record GitVersionSettings(@DefaultValue("") String mended) {}

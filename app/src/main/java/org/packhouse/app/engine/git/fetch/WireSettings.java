package org.packhouse.app.engine.git.fetch;

import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/** {@code scm.git.request.*}: bytes of requests. */
@Validated
@ConfigurationProperties("scm.git.request")
record WireSettings(
    @DefaultValue("1MB") @AtLeast("1B") DataSize maxLsRefsSize,
    @DefaultValue("64MB") @AtLeast("1B") DataSize maxFetchSize) {}

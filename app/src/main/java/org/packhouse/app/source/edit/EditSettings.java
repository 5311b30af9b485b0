package org.packhouse.app.source.edit;

import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/** {@code content.upload.max.*}: the largest file that REST and pages commit. */
@Validated
@ConfigurationProperties("content.upload.max")
record EditSettings(@DefaultValue("5MB") @AtLeast("1B") DataSize size) {}

package org.packhouse.app.engine.git.fetch.inprocess;

import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/** {@code git.tip-packs.*}: disk space of this node for packs for clones of depth 1; 0: none. */
@Validated
@ConfigurationProperties("git.tip-packs")
record TipPackSettings(@DefaultValue("1GB") @AtLeast("0B") DataSize size) {}

package org.packhouse.app.engine.git.fetch.inprocess;

import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code git.tip-packs.*}: what is kept for clones of depth 1.
 *
 * @param size what all of them may take on this node's disk; 0: there are none
 */
@Validated
@ConfigurationProperties("git.tip-packs")
record TipPackSettings(@DefaultValue("1GB") @AtLeast("0B") DataSize size) {}

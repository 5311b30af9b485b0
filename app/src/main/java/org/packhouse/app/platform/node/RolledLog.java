package org.packhouse.app.platform.node;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.util.FileSize;
import org.springframework.util.unit.DataSize;

/** A log {@code log/NAME.log} in the local home, rolled and compressed. */
public final class RolledLog implements AutoCloseable {

  private final LoggerContext context = new LoggerContext();
  private final Logger logger;

  /** Sizes of a file and of all rolled files, and the maximum age of these in days. */
  public record Kept(DataSize maxSize, int days, DataSize totalSize) {}

  public RolledLog(Homes homes, String name, Kept kept) {
    context.setMDCAdapter(new LogbackMDCAdapter());
    this.logger = context.getLogger(name);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(appender(homes, name, kept));
  }

  /** Writes a line, which must not contain a line break. */
  public void write(String line) {
    logger.info(line);
  }

  private RollingFileAppender<ILoggingEvent> appender(Homes homes, String name, Kept kept) {
    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(context);
    appender.setFile(homes.log().resolve(name + ".log").toString());
    SizeAndTimeBasedRollingPolicy<ILoggingEvent> policy = new SizeAndTimeBasedRollingPolicy<>();
    policy.setContext(context);
    policy.setParent(appender);
    policy.setFileNamePattern(homes.log().resolve(name + "-%d{yyyy-MM-dd}.%i.log.gz").toString());
    policy.setMaxFileSize(new FileSize(kept.maxSize().toBytes()));
    policy.setMaxHistory(kept.days());
    policy.setTotalSizeCap(new FileSize(kept.totalSize().toBytes()));
    policy.start();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%msg%n");
    encoder.start();
    appender.setRollingPolicy(policy);
    appender.setEncoder(encoder);
    appender.start();
    return appender;
  }

  @Override
  public void close() {
    context.stop();
  }
}

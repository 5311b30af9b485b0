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

/**
 * A log of lines of its own in the local home, {@code log/NAME.log}: rolled at midnight and when it
 * is full, and packed then.
 */
public final class RolledLog implements AutoCloseable {

  private final LoggerContext context = new LoggerContext();
  private final Logger logger;

  /**
   * Limits of what is kept.
   *
   * @param maxSize a file is rolled when it reaches this
   * @param days rolled files older than this are deleted
   * @param totalSize the oldest rolled files are deleted beyond this
   */
  public record Kept(DataSize maxSize, int days, DataSize totalSize) {}

  /** Opens it. */
  public RolledLog(Homes homes, String name, Kept kept) {
    context.setMDCAdapter(new LogbackMDCAdapter());
    this.logger = context.getLogger(name);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(appender(homes, name, kept));
  }

  /** Writes a line, which must hold no line end. */
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

package org.packhouse.app.identity.administration;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.cluster.Topics;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Log levels of one or all nodes, until they restart; asks no permission. */
@Component
public class LogLevels {

  public static final String ROOT = LoggingSystem.ROOT_LOGGER_NAME;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_$-]+(\\.[A-Za-z0-9_$-]+)*");
  private static final int MAX_NAME_LENGTH = 255;
  private static final String TOPIC = "log-levels";

  private final LoggingSystem logging;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;
  private final Topics topics;

  LogLevels(
      LoggingSystem logging,
      TransactionTemplate transaction,
      ApplicationEventPublisher events,
      Topics topics) {
    this.logging = logging;
    this.transaction = transaction;
    this.events = events;
    this.topics = topics;
    var _ = topics.subscribe(TOPIC, new Levels());
  }

  /** Applies levels set on another node. */
  private final class Levels implements Topics.Listener {

    @Override
    public void onMessage(UUID sender, String message) {
      String[] levelAndName = message.split(" ", 2);
      logging.setLogLevel(levelAndName[1], LogLevel.valueOf(levelAndName[0]));
    }

    @Override
    public void onGap() {
      // Levels are not stored: a node that missed the message keeps its own.
    }
  }

  /** A logger with a level of its own on this node. */
  public record Logger(String name, String level) {}

  /** Returns the names of the levels, the most verbose first. */
  public static List<String> names() {
    return Arrays.stream(LogLevel.values()).map(LogLevel::name).toList();
  }

  /** Returns the loggers with levels of their own, the root logger first. */
  public List<Logger> ownLevels() {
    return logging.getLoggerConfigurations().stream()
        .filter(it -> it.getConfiguredLevel() != null)
        .map(it -> new Logger(it.getName(), it.getEffectiveLevel().name()))
        .toList();
  }

  /** Returns the effective level of a logger, its own or that of its nearest ancestor. */
  public String of(String name) {
    String nearest = checked(name);
    while (true) {
      LoggerConfiguration found = logging.getLoggerConfiguration(nearest);
      if (found != null) {
        return found.getEffectiveLevel().name();
      }
      int dot = nearest.lastIndexOf('.');
      nearest = dot < 0 ? ROOT : nearest.substring(0, dot);
    }
  }

  public void set(String name, String levelName, boolean thisNode) {
    LogLevel level = parse(levelName);
    String before = of(name);
    logging.setLogLevel(name, level);
    if (!thisNode) {
      topics.publish(TOPIC, level + " " + name);
    }
    transaction.executeWithoutResult(_ ->
        events.publishEvent(
            new AuditableChange("logger.changed", name, Map.of("level", before + " -> " + level))));
  }

  private static String checked(String name) {
    if (name.length() > MAX_NAME_LENGTH || !NAME.matcher(name).matches()) {
      throw new InvalidFieldException(
          "loggerName",
          "%s is not the name of a logger: it is made of names of packages and classes, at most %d characters."
              .formatted(InvalidFieldException.quote(name), MAX_NAME_LENGTH));
    }
    return name;
  }

  private static LogLevel parse(String name) {
    return Arrays.stream(LogLevel.values())
        .filter(level -> level.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() ->
            new InvalidFieldException(
                "levelName",
                "The level must be one of %s, not %s."
                    .formatted(String.join(", ", names()), InvalidFieldException.quote(name))));
  }
}

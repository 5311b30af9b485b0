package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.validation.Validation;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;

/** Settings as a start binds and checks them, and the sentence with which it refuses them. */
public final class SettingsBinding {

  private static final SpringValidatorAdapter VALIDATOR =
      new SpringValidatorAdapter(Validation.buildDefaultValidatorFactory().getValidator());

  private SettingsBinding() {}

  /** The record of settings that these values make. */
  public static <T> T bind(Class<T> type, Map<String, String> values) {
    String prefix =
        Objects.requireNonNull(type.getAnnotation(ConfigurationProperties.class)).value();
    BindHandler handler =
        type.isAnnotationPresent(Validated.class)
            ? new ValidationBindHandler(VALIDATOR)
            : BindHandler.DEFAULT;
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate(prefix, Bindable.of(type), handler);
  }

  /** What the console says when a setting has a value that it must not have. */
  public static String refusal(Class<?> type, String key, String value) {
    return StartRefusal.sentence(catchThrowable(() -> bind(type, Map.of(key, value))))
        .orElseThrow();
  }
}

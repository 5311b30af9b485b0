package org.packhouse.app.platform.configuration;

import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.stereotype.Component;

/**
 * Validates only settings that were set: a test checks the defaults, and reading the constraints of
 * forty classes took a tenth of a start.
 */
@Component
final class UnsetSettings implements ConfigurationPropertiesBindHandlerAdvisor {

  @Override
  public BindHandler apply(BindHandler bindHandler) {
    return new CheckOfSetValues(bindHandler);
  }

  private static final class CheckOfSetValues extends AbstractBindHandler {

    private boolean isSet = true;

    CheckOfSetValues(BindHandler checking) {
      super(checking);
    }

    @Override
    public <T> @Nullable Bindable<T> onStart(
        ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
      if (context.getDepth() == 0) {
        isSet =
            StreamSupport.stream(context.getSources().spliterator(), false)
                .anyMatch(source -> mayHave(source, name));
      }
      return super.onStart(name, target, context);
    }

    private static boolean mayHave(
        ConfigurationPropertySource source, ConfigurationPropertyName name) {
      return source.containsDescendantOf(name) != ConfigurationPropertyState.ABSENT
          || source.getConfigurationProperty(name) != null;
    }

    /** Validation happens at this point. */
    @Override
    public void onFinish(
        ConfigurationPropertyName name,
        Bindable<?> target,
        BindContext context,
        @Nullable Object result)
        throws Exception {
      if (isSet) {
        super.onFinish(name, target, context, result);
      }
    }
  }
}

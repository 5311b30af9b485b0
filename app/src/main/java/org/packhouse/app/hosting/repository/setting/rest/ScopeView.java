package org.packhouse.app.hosting.repository.setting.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;

/** The scope that the value of a setting comes from; the server has no id. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ScopeView(SettingScope.Level type, @Nullable Long resourceId) {

  public static ScopeView of(SettingScope scope) {
    return new ScopeView(scope.level(), scope.resourceId());
  }
}

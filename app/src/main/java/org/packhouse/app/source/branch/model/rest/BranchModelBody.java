package org.packhouse.app.source.branch.model.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.branch.model.BranchModel;
import org.packhouse.app.storage.refs.RefNameRules;

/** A branching model's configuration in a request; types left out keep their usual prefix. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BranchModelBody(
    @Nullable TargetBody development,
    @Nullable TargetBody production,
    @Nullable List<@Nullable TypeBody> types) {

  private static final int MAX_PREFIX_LENGTH = 100;

  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record TargetBody(
      @Nullable String refId, @JsonProperty("useDefault") @Nullable Boolean useDefault) {

    static @Nullable TargetBody of(BranchModel.@Nullable Target target) {
      return target == null ? null : new TargetBody(target.refName(), target.isDefault());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TypeBody(
      @Nullable String id,
      @Nullable String displayName,
      @Nullable Boolean enabled,
      @Nullable String prefix) {

    static TypeBody of(BranchModel.Type type) {
      return new TypeBody(
          type.kind().name(), type.kind().displayName(), type.enabled(), type.prefix());
    }
  }

  public BranchModel toModel() {
    BranchModel.Target wanted = target("development", development);
    return new BranchModel(
        SettingScope.SERVER,
        wanted == null ? new BranchModel.Target(null) : wanted,
        target("production", production),
        checkedTypes());
  }

  private static BranchModel.@Nullable Target target(String field, @Nullable TargetBody body) {
    if (body == null) {
      return null;
    }
    String refId = body.refId();
    if (Boolean.TRUE.equals(body.useDefault())) {
      return new BranchModel.Target(null);
    }
    if (refId == null || refId.isEmpty()) {
      return null;
    }
    String refName = RefKind.BRANCH.fullName(refId);
    if (RefNameRules.problem(refName) != null) {
      throw new InvalidFieldException(
          field + ".refId",
          "%s is not a branch name: it follows the rules of git check-ref-format."
              .formatted(InvalidFieldException.quote(refId)));
    }
    return new BranchModel.Target(refName);
  }

  private List<BranchModel.Type> checkedTypes() {
    Map<BranchModel.Kind, BranchModel.Type> found = new EnumMap<>(BranchModel.Kind.class);
    for (BranchModel.Kind kind : BranchModel.Kind.values()) {
      found.put(kind, BranchModel.Type.usual(kind));
    }
    for (TypeBody body : types == null ? List.<@Nullable TypeBody>of() : types) {
      if (body != null) {
        BranchModel.Kind kind = kind(body.id());
        found.put(
            kind,
            new BranchModel.Type(kind, prefix(kind, body), !Boolean.FALSE.equals(body.enabled())));
      }
    }
    List<BranchModel.Type> checked = List.copyOf(found.values());
    refuseAmbiguous(checked.stream().filter(BranchModel.Type::enabled).toList());
    return checked;
  }

  private static BranchModel.Kind kind(@Nullable String id) {
    for (BranchModel.Kind kind : BranchModel.Kind.values()) {
      if (id != null && kind.name().equals(id.toUpperCase(Locale.ROOT))) {
        return kind;
      }
    }
    throw new InvalidFieldException(
        "types",
        "The id of a type is BUGFIX, FEATURE, HOTFIX or RELEASE, not %s."
            .formatted(id == null ? "absent" : InvalidFieldException.quote(id)));
  }

  private static String prefix(BranchModel.Kind kind, TypeBody body) {
    String prefix = body.prefix() == null ? kind.usualPrefix() : body.prefix().strip();
    if (prefix.isEmpty()
        || prefix.length() > MAX_PREFIX_LENGTH
        || RefNameRules.problem(RefKind.BRANCH.directory() + prefix + "x") != null
        || prefix.startsWith("-")) {
      throw new InvalidFieldException(
          "types",
          "%s is not a prefix of branches: it begins a name by the rules of git check-ref-format and"
                  .formatted(InvalidFieldException.quote(prefix))
              + " has 1 to %d characters.".formatted(MAX_PREFIX_LENGTH));
    }
    return prefix;
  }

  private static void refuseAmbiguous(List<BranchModel.Type> used) {
    List<String> seen = new ArrayList<>();
    for (BranchModel.Type type : used) {
      if (seen.contains(type.prefix())) {
        throw new InvalidFieldException(
            "types",
            "The prefix %s is used for two types."
                .formatted(InvalidFieldException.quote(type.prefix())));
      }
      seen.add(type.prefix());
    }
  }
}

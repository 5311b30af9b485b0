package org.packhouse.app.platform.openapi;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;

/** The head of the document: paths as clients write them, sign-in, the form of errors. */
final class DialectDocument implements GlobalOpenApiCustomizer {

  private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");
  private static final String BASIC = "basic";
  private static final String TOKEN = "token";

  @Override
  public void customise(OpenAPI document) {
    document.setInfo(
        new Info()
            .title("Packhouse")
            .version("latest")
            .description(
                "The REST API of this server. In every path, 1.0 may stand in the place of latest.")
            .license(new License().name("Apache-2.0").identifier("Apache-2.0")));
    // A server adds where it is.
    document.setServers(null);
    document.setPaths(paths(document.getPaths()));
    document.setTags(tags(document.getPaths()).stream().map(name -> new Tag().name(name)).toList());
    describe(document.getComponents());
    // Nobody signed in is the third way, for what is public.
    document.setSecurity(
        List.of(
            new SecurityRequirement().addList(BASIC),
            new SecurityRequirement().addList(TOKEN),
            new SecurityRequirement()));
  }

  private static Paths paths(Paths found) {
    Map<String, PathItem> sorted = new TreeMap<>();
    found.forEach((path, item) -> {
      String shown = path.replace("{version}", "latest");
      item.readOperationsMap().forEach((method, operation) -> finish(shown, method, operation));
      sorted.put(shown, item);
    });
    Paths paths = new Paths();
    sorted.forEach(paths::addPathItem);
    return paths;
  }

  private static void finish(String path, HttpMethod method, Operation operation) {
    operation.setOperationId(operationId(path, method));
    VARIABLE
        .matcher(path)
        .results()
        .forEach(variable -> namePathVariable(operation, variable.group(1)));
    operation.setTags(List.of(Areas.of(path, operation.getTags().getFirst())));
  }

  /** A resolver of ours takes some variables, of which springdoc hears nothing. */
  private static void namePathVariable(Operation operation, String name) {
    if (operation.getParameters() != null) {
      operation
          .getParameters()
          .removeIf(it -> it.getName().equals(name) && !it.getIn().equals("path"));
    }
    boolean named =
        operation.getParameters() != null
            && operation.getParameters().stream().anyMatch(it -> it.getName().equals(name));
    if (!named) {
      operation.addParametersItem(
          new Parameter()
              .name(name)
              .in("path")
              .required(true)
              .schema(name.equals("pullRequestId") ? number() : string()));
    }
  }

  private static String operationId(String path, HttpMethod method) {
    StringBuilder id = new StringBuilder(method.name().toLowerCase(Locale.ROOT));
    for (String word : path.substring("/rest".length()).split("[^A-Za-z0-9]+", -1)) {
      if (!word.isEmpty() && !word.equals("latest")) {
        id.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
      }
    }
    return id.toString();
  }

  private static Set<String> tags(Paths paths) {
    Set<String> tags = new TreeSet<>();
    paths
        .values()
        .forEach(
            item -> item.readOperations().forEach(operation -> tags.addAll(operation.getTags())));
    return tags;
  }

  private static void describe(Components components) {
    components
        .addSecuritySchemes(
            BASIC,
            new SecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme("basic")
                .description("Name and password, or a name and an HTTP access token."))
        .addSecuritySchemes(
            TOKEN,
            new SecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme("bearer")
                .description("An HTTP access token of a user, a project or a repository."))
        .addSchemas("Errors", errors())
        .addResponses(
            DialectOperations.REFUSED,
            new ApiResponse()
                .description("Refused; the errors say why.")
                .content(
                    new Content()
                        .addMediaType(
                            "application/json",
                            new MediaType().schema(new Schema<>().$ref("Errors")))))
        .addResponses(
            DialectOperations.NOT_ACCEPTABLE,
            new ApiResponse().description("The client accepts no media type that there is."));
  }

  private static Schema<?> errors() {
    Schema<?> error =
        object()
            .addProperty("context", string().types(Set.of("string", "null")))
            .addProperty("message", string())
            .addProperty("exceptionName", string().types(Set.of("string", "null")));
    error.setRequired(List.of("context", "exceptionName", "message"));
    Schema<?> list = new JsonSchema().types(Set.of("array"));
    list.setItems(error);
    list.setMinItems(1);
    Schema<?> errors = object().addProperty("errors", list);
    errors.setRequired(List.of("errors"));
    return errors;
  }

  private static Schema<?> object() {
    return new JsonSchema().types(Set.of("object"));
  }

  private static Schema<?> number() {
    return new JsonSchema().types(Set.of("integer")).format("int64");
  }

  private static Schema<?> string() {
    return new JsonSchema().types(Set.of("string"));
  }
}

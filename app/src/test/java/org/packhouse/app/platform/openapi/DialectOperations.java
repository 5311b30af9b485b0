package org.packhouse.app.platform.openapi;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.method.HandlerMethod;
import tools.jackson.databind.node.StringNode;

/** Says of an operation what the dialect adds: pages, errors, media types. */
final class DialectOperations implements GlobalOperationCustomizer {

  static final String REFUSED = "Refused";
  static final String NOT_ACCEPTABLE = "NotAcceptable";
  private static final String JSON = "application/json";

  /** Controllers whose reading operations conflict with a state: of a pull request, of a user. */
  private static final Set<String> OF_STATES =
      Set.of("MergeController", "RebaseController", "ErasureController");

  private static final String ANYTHING = "*/*";

  @Override
  public Operation customize(Operation operation, HandlerMethod method) {
    operation.setTags(List.of(method.getBeanType().getPackageName()));
    for (MethodParameter parameter : method.getMethodParameters()) {
      describe(operation, parameter);
    }
    ResponseStatus ofClass = method.getBeanType().getAnnotation(ResponseStatus.class);
    if (ofClass != null && !method.hasMethodAnnotation(ResponseStatus.class)) {
      rename(operation.getResponses(), ofClass.value());
    }
    answers(operation, method);
    if (method.getReturnType().getParameterType() == StringNode.class) {
      // It answers what it was sent, which it reads as any JSON to say in words what is wrong.
      MediaType sent = operation.getRequestBody().getContent().values().iterator().next();
      sent.setSchema(new JsonSchema().types(Set.of("string")));
    }
    if (method.getReturnType().getParameterType() == ResponseEntity.class) {
      operation
          .getResponses()
          .addApiResponse("204", new ApiResponse().description("There is nothing to answer."));
    }
    return operation;
  }

  private static void describe(Operation operation, MethodParameter parameter) {
    Class<?> type = parameter.getParameterType();
    String name = parameter.getParameter().getName();
    if (type == PageRequest.class) {
      remove(operation, name);
      describePage(operation);
    } else if (isResolvedHere(parameter)) {
      remove(operation, name);
      if (type.isRecord() && type != PullRequest.class) {
        for (RecordComponent component : type.getRecordComponents()) {
          operation.addParametersItem(query(component));
        }
      }
    } else if (Map.class.isAssignableFrom(type)
        && parameter.hasParameterAnnotation(RequestParam.class)) {
      find(operation, name).required(false).style(Parameter.StyleEnum.FORM).explode(true);
    }
  }

  /** Whether Spring binds it from the query, or a resolver of ours from the path. */
  private static boolean isResolvedHere(MethodParameter parameter) {
    return (parameter.getParameterAnnotations().length == 0
            || parameter.hasParameterAnnotation(ModelAttribute.class))
        && parameter.getParameterType().getName().startsWith("org.packhouse.")
        && !parameter.getParameterType().isEnum();
  }

  private static void remove(Operation operation, String parameter) {
    if (operation.getParameters() != null) {
      operation.getParameters().removeIf(it -> parameter.equals(it.getName()));
    }
  }

  private static Parameter query(RecordComponent component) {
    Class<?> type = component.getType();
    boolean whole = type == int.class || type == Integer.class || type == Long.class;
    boolean choice = type == boolean.class || type == Boolean.class;
    String name = whole ? "integer" : choice ? "boolean" : "string";
    return new Parameter()
        .name(component.getName())
        .in("query")
        .schema(new JsonSchema().types(Set.of(name)));
  }

  private static void describePage(Operation operation) {
    bound(operation, "start", 0, 0).description("Index of the first value.");
    bound(operation, "limit", PageRequest.DEFAULT_LIMIT, 1)
        .description("How many values; more than " + PageRequest.MAX_LIMIT + " means that many.");
  }

  private static Parameter bound(Operation operation, String name, int absent, int least) {
    Parameter parameter = find(operation, name);
    Schema<?> schema = new JsonSchema().types(Set.of("integer")).format("int32");
    schema.setMinimum(BigDecimal.valueOf(least));
    schema.setDefault(absent);
    return parameter.required(false).schema(schema);
  }

  private static Parameter find(Operation operation, String name) {
    Optional<Parameter> found =
        Optional.ofNullable(operation.getParameters()).stream()
            .flatMap(List::stream)
            .filter(it -> name.equals(it.getName()))
            .findFirst();
    return found.orElseGet(() -> {
      Parameter added = new Parameter().name(name).in("query");
      operation.addParametersItem(added);
      return added;
    });
  }

  /** Springdoc knows no status that a class says for all its operations. */
  private static void rename(ApiResponses responses, HttpStatus status) {
    ApiResponse response = responses.remove("200");
    if (response != null) {
      responses.addApiResponse(
          Integer.toString(status.value()), response.description(status.getReasonPhrase()));
    }
  }

  private static void answers(Operation operation, HandlerMethod method) {
    ApiResponses responses = operation.getResponses();
    responses.forEach((_, response) -> response.setContent(typed(response.getContent())));
    for (String status : List.of("400", "401", "404", "default")) {
      responses.addApiResponse(status, new ApiResponse().$ref(REFUSED));
    }
    RequestMapping mapping =
        AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), RequestMapping.class);
    boolean reads = mapping != null && List.of(mapping.method()).equals(List.of(RequestMethod.GET));
    if (!reads || OF_STATES.contains(method.getBeanType().getSimpleName())) {
      responses.addApiResponse("409", new ApiResponse().$ref(REFUSED));
    }
    if (!reads && hasBody(operation, method)) {
      responses.addApiResponse("415", new ApiResponse().$ref(REFUSED));
    }
    responses.addApiResponse("406", new ApiResponse().$ref(NOT_ACCEPTABLE));
  }

  /** Whether a body is read, by Spring or by the operation itself: a multipart one. */
  private static boolean hasBody(Operation operation, HandlerMethod method) {
    return operation.getRequestBody() != null
        || Arrays.stream(method.getMethodParameters())
            .anyMatch(it -> it.getParameterType() == HttpServletRequest.class);
  }

  /** Springdoc knows no media type where the code names none: it is JSON unless it is bytes. */
  private static @Nullable Content typed(@Nullable Content content) {
    if (content == null || !content.containsKey(ANYTHING)) {
      return content;
    }
    MediaType body = content.get(ANYTHING);
    return isBytes(body.getSchema()) ? content : new Content().addMediaType(JSON, body);
  }

  private static boolean isBytes(@Nullable Schema<?> schema) {
    return schema == null
        || "binary".equals(schema.getFormat())
        || "byte".equals(schema.getFormat());
  }
}

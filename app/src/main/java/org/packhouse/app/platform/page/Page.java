package org.packhouse.app.platform.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list, in the REST API's form.
 *
 * @param size number of values on this page
 * @param limit the requested size
 * @param start index of the first value
 * @param nextPageStart null, and absent from the JSON, on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"size", "limit", "isLastPage", "values", "start", "nextPageStart"})
public record Page<T>(
    int size,
    int limit,
    @JsonProperty("isLastPage") boolean isLastPage,
    List<T> values,
    int start,
    @Nullable Integer nextPageStart) {

  /** Makes a page of rows read with {@link PageRequest#oneMore()}. */
  public static <T> Page<T> ofOneMore(PageRequest request, List<T> rows) {
    boolean last = rows.size() <= request.limit();
    List<T> values = List.copyOf(last ? rows : rows.subList(0, request.limit()));
    Integer next = last ? null : request.start() + request.limit();
    return new Page<>(values.size(), request.limit(), last, values, request.start(), next);
  }

  /** Makes a page of a list in memory. */
  public static <T> Page<T> ofAll(PageRequest request, List<T> all) {
    int from = Math.min(request.start(), all.size());
    int to = (int) Math.min((long) request.start() + request.oneMore(), all.size());
    return ofOneMore(request, all.subList(from, to));
  }

  public <R> Page<R> map(Function<? super T, ? extends R> mapper) {
    return new Page<>(
        size, limit, isLastPage, values.stream().<R>map(mapper).toList(), start, nextPageStart);
  }

  /** Replaces the values one to one. */
  public <R> Page<R> with(List<R> others) {
    return new Page<>(size, limit, isLastPage, others, start, nextPageStart);
  }
}

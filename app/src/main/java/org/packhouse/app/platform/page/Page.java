package org.packhouse.app.platform.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param size how many values this page holds
 * @param limit how many were asked for
 * @param start index of the first value
 * @param nextPageStart where the next page begins; null, and left out of the JSON, on the last
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

  /**
   * A page of rows that were read with {@link PageRequest#oneMore()}: one row too many tells that
   * there is another page.
   */
  public static <T> Page<T> ofOneMore(PageRequest request, List<T> rows) {
    boolean last = rows.size() <= request.limit();
    List<T> values = List.copyOf(last ? rows : rows.subList(0, request.limit()));
    Integer next = last ? null : request.start() + request.limit();
    return new Page<>(values.size(), request.limit(), last, values, request.start(), next);
  }

  /** A page of a list that is in memory. */
  public static <T> Page<T> ofAll(PageRequest request, List<T> all) {
    int from = Math.min(request.start(), all.size());
    int to = (int) Math.min((long) request.start() + request.oneMore(), all.size());
    return ofOneMore(request, all.subList(from, to));
  }

  /** The same page with its values turned into something else. */
  public <R> Page<R> map(Function<? super T, ? extends R> mapper) {
    return new Page<>(
        size, limit, isLastPage, values.stream().<R>map(mapper).toList(), start, nextPageStart);
  }

  /** The same page with those values, one for each of its own, in their place. */
  public <R> Page<R> with(List<R> others) {
    return new Page<>(size, limit, isLastPage, others, start, nextPageStart);
  }
}

package org.packhouse.app.web.diff;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.changes.FileDiffs;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PageArgument;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * The requested part of a diff.
 *
 * @param file null: all files from {@code start} on
 * @param start index of the first file, from 0
 * @param filter of the file tree; null: the tree is not requested
 * @param gap the hidden lines to expand; null: none
 * @param take {@code above}, {@code below} or {@code all} of the hidden lines
 * @param partial whether a script requests a part of its page
 */
public record DiffRequest(
    DiffLook look,
    FileDiffs.@Nullable Name file,
    int start,
    @Nullable Filter filter,
    @Nullable DiffGap gap,
    String take,
    boolean partial) {

  private static final String SPLIT_COOKIE = "packhouse_view";

  private static final int MAX_NUMBER = 1 << 30;

  static DiffRequest of(HttpServletRequest request) {
    String file = request.getParameter("file");
    String from = request.getParameter("from");
    FileDiffs.Name name =
        file == null
            ? null
            : new FileDiffs.Name(
                TreePath.ofUrl(file),
                from == null ? null : TreePath.ofUrl(from),
                request.getParameter("gone") != null);
    return new DiffRequest(
        DiffLook.of(request.getParameter("view"), request.getParameter("w"), isSplitKept(request)),
        name,
        Math.max(0, number(request, "start")),
        filter(request),
        request.getParameter("begin") == null ? null : gap(request),
        Objects.requireNonNullElse(request.getParameter("take"), "all"),
        request.getHeader("HX-Request") != null);
  }

  private static @Nullable Filter filter(HttpServletRequest request) {
    String text = request.getParameter("filter");
    return text == null ? null : new Filter(text, "me".equals(request.getParameter("owner")));
  }

  private static DiffGap gap(HttpServletRequest request) {
    String about = request.getParameter("about");
    return new DiffGap(
        Math.max(0, number(request, "begin")),
        Math.max(0, number(request, "end")),
        number(request, "shift"),
        request.getParameter("last") != null,
        about == null ? "" : about);
  }

  private static int number(HttpServletRequest request, String name) {
    String text = request.getParameter(name);
    return text == null
        ? 0
        : Math.min(
            MAX_NUMBER,
            Forms.number(name, text, "The parameter " + name + " must be a whole number, not %s."));
  }

  private static boolean isSplitKept(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    return cookies != null
        && Arrays.stream(cookies)
            .anyMatch(cookie ->
                cookie.getName().equals(SPLIT_COOKIE) && cookie.getValue().equals("split"));
  }

  @Component
  static final class Argument implements PageArgument {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
      return parameter.getParameterType() == DiffRequest.class;
    }

    @Override
    public DiffRequest resolveArgument(
        MethodParameter parameter,
        @Nullable ModelAndViewContainer container,
        NativeWebRequest web,
        @Nullable WebDataBinderFactory binders) {
      return DiffRequest.of(Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class)));
    }
  }

  /** The filter of the file tree beside a diff, by a part of the path in any case. */
  record Filter(String text, boolean own) {

    boolean matches(DiffFile file) {
      return file.title().toLowerCase(Locale.ROOT).contains(text.strip().toLowerCase(Locale.ROOT))
          && (!own || file.isOwn());
    }
  }
}

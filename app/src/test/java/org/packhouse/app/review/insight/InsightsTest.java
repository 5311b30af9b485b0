package org.packhouse.app.review.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.review.build.Author;
import org.packhouse.app.review.build.Authors.Writer;
import org.packhouse.app.review.insight.InsightAnnotation.Remark;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

/** Annotations of reports as they are stored, chosen, counted and limited. */
class InsightsTest {

  private static final String COMMIT = "1234567890".repeat(4);

  private final TestingServer server = TestingServer.shared();
  private final Insights insights = server.get(Insights.class);
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final InsightSubject subject = new InsightSubject(repository.id(), COMMIT);
  private final Writer ada = writer("ada", false);
  private final Writer bob = writer("bob", false);

  private Writer writer(String name, boolean administrator) {
    long id =
        TestingPeople.of(server)
            .createUser(TestingPeople.uniqueName(name), "Their-password-1")
            .id();
    return new Writer(new Author.OfUser(id), repository.id(), administrator);
  }

  @BeforeEach
  void tellOfTwoReports() {
    put(ada, "lint");
    put(ada, "scan");
  }

  private void put(Writer writer, String key) {
    InsightReport.Details details =
        new InsightReport.Details("Title of " + key, null, null, null, null, null, List.of());
    insights.put(
        repository,
        writer,
        COMMIT,
        new InsightReport(key, details, Instant.parse("2026-01-02T03:04:05Z"), writer.author()));
  }

  private void add(String key, InsightAnnotation... added) {
    insights.add(repository, ada, COMMIT, key, List.of(added));
  }

  private static InsightAnnotation remark(
      String key, @Nullable String id, @Nullable String path, int line, Severity severity) {
    Remark remark =
        new Remark(path + " " + line + " " + severity, InsightAnnotation.Type.BUG, null);
    return new InsightAnnotation(key, id, path, line, severity, remark);
  }

  private static AnnotationFilter filter(
      List<String> keys, List<String> paths, List<String> severities, List<String> ids) {
    return new AnnotationFilter(keys, paths, severities, List.of(), ids);
  }

  private List<Integer> lines(AnnotationFilter filter, int limit) {
    return insights.annotations(subject, filter, limit).stream()
        .map(InsightAnnotation::line)
        .toList();
  }

  @Test
  void areOfFilesByWeightAndLine() {
    add(
        "lint",
        remark("lint", null, "a", 3, Severity.LOW),
        remark("lint", null, "b", 1, Severity.LOW));
    add(
        "scan",
        remark("scan", null, "a", 9, Severity.HIGH),
        remark("scan", null, "a", 2, Severity.MEDIUM),
        remark("scan", null, "a", 1, Severity.LOW),
        remark("scan", null, "c", 1, Severity.HIGH),
        remark("scan", null, null, 0, Severity.HIGH));
    List<CountedAnnotation> found = insights.inFiles(repository.id(), COMMIT, List.of("a", "b"));
    assertThat(found.stream().filter(it -> "a".equals(it.annotation().path())))
        .extracting(it -> it.annotation().line())
        .containsExactly(9, 2, 1, 3);
    assertThat(found).filteredOn(it -> "b".equals(it.annotation().path())).hasSize(1);
    assertThat(found).hasSize(5);
    assertThat(found.getFirst().total()).isEqualTo(4);
    assertThat(found.getFirst().title()).isEqualTo("Title of scan");
  }

  @Test
  void areSomeOfEachReportWithTheNumberOfAll() {
    for (int line = 1; line <= 4; line++) {
      add("lint", remark("lint", null, "a", line, Severity.MEDIUM));
    }
    add(
        "scan",
        remark("scan", null, null, 0, Severity.LOW),
        remark("scan", null, "a", 7, Severity.LOW));
    assertThat(insights.ofReports(repository.id(), COMMIT, null, 2))
        .extracting(
            it -> it.annotation().reportKey(),
            it -> it.annotation().line(),
            CountedAnnotation::total)
        .containsExactly(
            tuple("lint", 1, 4), tuple("lint", 2, 4), tuple("scan", 0, 2), tuple("scan", 7, 2));
    assertThat(insights.ofReports(repository.id(), COMMIT, "scan", 1)).hasSize(1);
    assertThat(insights.bySeverity(repository.id(), COMMIT))
        .isEqualTo(Map.of("lint", Map.of(Severity.MEDIUM, 4), "scan", Map.of(Severity.LOW, 2)));
  }

  @Test
  void areChosenByEveryFieldOfAFilterTogether() {
    add(
        "lint",
        remark("lint", "x", "a", 1, Severity.HIGH),
        remark("lint", "y", "a", 2, Severity.LOW),
        remark("lint", null, "b", 3, Severity.HIGH));
    add("scan", remark("scan", "x", "a", 4, Severity.HIGH));
    List<String> any = List.of();
    assertThat(lines(filter(any, any, any, any), 10)).containsExactly(1, 2, 3, 4);
    assertThat(lines(filter(any, any, any, any), 2)).containsExactly(1, 2);
    assertThat(lines(filter(List.of("lint"), any, List.of("HIGH"), any), 10)).containsExactly(1, 3);
    assertThat(lines(filter(any, List.of("a"), List.of("HIGH", "LOW"), List.of("x")), 10))
        .containsExactly(1, 4);
    assertThat(lines(filter(List.of("scan"), List.of("b"), any, any), 10)).isEmpty();
  }

  @Test
  void areReplacedByThoseWithTheSameExternalIdAndDeletedByIt() {
    add(
        "lint",
        remark("lint", "x", "a", 1, Severity.LOW),
        remark("lint", null, "a", 2, Severity.LOW));
    add("lint", remark("lint", "x", "a", 3, Severity.HIGH));
    AnnotationFilter all = filter(List.of(), List.of(), List.of(), List.of());
    assertThat(lines(all, 10)).containsExactly(2, 3);
    insights.deleteRemarks(repository, ada, COMMIT, "lint", List.of("x", "never-there"));
    assertThat(lines(all, 10)).containsExactly(2);
    insights.deleteRemarks(repository, ada, COMMIT, "lint", List.of());
    assertThat(lines(all, 10)).isEmpty();
  }

  @Test
  void areRefusedWhenAnExternalIdIsGivenTwiceAndNoneIsStored() {
    add("lint", remark("lint", "x", "a", 1, Severity.LOW));
    assertThatThrownBy(() ->
            add(
                "lint",
                remark("lint", "x", "a", 2, Severity.LOW),
                remark("lint", "x", "a", 3, Severity.LOW)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("The external id \"x\" is given twice.");
    assertThat(lines(filter(List.of(), List.of(), List.of(), List.of()), 10)).containsExactly(1);
  }

  @Test
  void areAThousandAtMostOfWhichSomeMayBeReplaced() {
    List<InsightAnnotation> full = new ArrayList<>();
    for (int line = 1; line <= Insights.MAX_ANNOTATIONS; line++) {
      full.add(remark("lint", "id" + line, "a", line, Severity.LOW));
    }
    insights.add(repository, ada, COMMIT, "lint", full);
    assertThatThrownBy(() -> add("lint", remark("lint", "other", "a", 1, Severity.LOW)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("at most 1000 annotations; this one would have 1001.");
    add("lint", remark("lint", "id5", "a", 5000, Severity.LOW));
    assertThat(lines(filter(List.of(), List.of(), List.of(), List.of("id5")), 10))
        .containsExactly(5000);
  }

  @Test
  void belongToTheAuthorOfTheReportAndToAdministrators() {
    assertThatThrownBy(() -> put(bob, "lint"))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("its author and administrators of the repository change it");
    assertThatThrownBy(() -> insights.deleteRemarks(repository, bob, COMMIT, "lint", List.of()))
        .isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> insights.delete(repository, bob, COMMIT, "lint"))
        .isInstanceOf(ConflictException.class);
    Writer administrator = new Writer(bob.author(), repository.id(), true);
    insights.delete(repository, administrator, COMMIT, "lint");
    assertThat(insights.find(subject, "lint")).isEmpty();
    assertThatThrownBy(() -> add("lint", remark("lint", null, "a", 1, Severity.LOW)))
        .isInstanceOf(NoSuchException.class)
        .hasMessageContaining("has no report with the key \"lint\"");
  }

  @Test
  void anAuthorHasAHundredReportsOnACommitAndOthersHaveTheirs() {
    for (int i = 2; i < Insights.MAX_REPORTS; i++) {
      put(ada, "report" + i);
    }
    assertThatThrownBy(() -> put(ada, "one-more"))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("has 100 reports of the same author");
    put(ada, "lint");
    put(bob, "one-more");
    assertThat(insights.find(subject, "one-more")).isPresent();
  }
}

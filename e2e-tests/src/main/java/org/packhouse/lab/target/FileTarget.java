package org.packhouse.lab.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;

/**
 * The floor: nginx that sends, for each repository, a file with the bytes of its largest pack. No
 * server can serve a clone for less.
 */
final class FileTarget implements Target {

  private final TargetPlan plan;
  private final Programs programs;
  private List<Endpoint> endpoints = List.of();

  FileTarget(TargetPlan plan, Path directory) throws IOException {
    this.plan = plan;
    this.programs = new Programs(plan.name(), directory);
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public void start(List<TestRepository> repositories) throws IOException {
    Path files = Files.createDirectories(programs.data().resolve("files"));
    for (TestRepository each : repositories) {
      Files.copy(largestPack(each), files.resolve(each.name() + ".git"));
    }
    Nginx nginx = Nginx.in(programs.data());
    nginx.start(
        programs,
        Certificate.create(programs.data()),
        "    location /files/ { alias \"%s/\"; }".formatted(files));
    endpoints = List.of(new Endpoint(nginx.http(), nginx.https(), null, "/files/", null));
  }

  private static Path largestPack(TestRepository repository) throws IOException {
    try (Stream<Path> files = Files.list(repository.directory().resolve("objects/pack"))) {
      return files
          .filter(file -> file.toString().endsWith(".pack"))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow(() -> new IOException(repository.directory() + " has no pack"));
    }
  }

  @Override
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  @Override
  public Usage usage() {
    return programs.usage();
  }

  @Override
  public Map<String, Double> metrics() {
    return Map.of();
  }

  @Override
  public boolean serves(OperationPlan operation) {
    return operation.operation().equals("file") && !operation.transport().equals("ssh");
  }

  @Override
  public void close() {
    programs.close();
  }
}

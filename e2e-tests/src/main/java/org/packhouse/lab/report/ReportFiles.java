package org.packhouse.lab.report;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The files of a report; what was written before stays until its successor is whole. */
public final class ReportFiles {

  private static final String JSON = "figures.json";
  private static final String PAGE = "report.html";

  private final Path directory;

  /** Makes the directory if there is none. */
  public ReportFiles(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
  }

  /** The page. */
  public Path page() {
    return directory.resolve(PAGE);
  }

  /** The JSON file. */
  public Path json() {
    return directory.resolve(JSON);
  }

  /** Writes the figures. */
  public void writeFigures(Report report) throws IOException {
    write(json(), new ReportJson(report).text());
  }

  /** Writes the page. */
  public void writePage(Report report) throws IOException {
    write(page(), new HtmlReport(report).text());
  }

  /** The figures that matter most, in a hundred columns. */
  public static String table(Report report) {
    return new TextTable(new Summary(report)).text();
  }

  /** What the lab itself took, in one sentence. */
  public static String ownCost(Report report) {
    return HtmlReport.ownCost(new Summary(report));
  }

  private static void write(Path file, String text) throws IOException {
    Path whole = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(whole, text);
      move(whole, file);
    } catch (IOException e) {
      throw new IOException("%s could not be written: %s".formatted(file, reason(e)), e);
    } finally {
      Files.deleteIfExists(whole);
    }
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException system && system.getReason() != null
        ? system.getReason()
        : String.valueOf(e.getMessage());
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}

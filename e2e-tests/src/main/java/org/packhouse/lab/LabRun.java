package org.packhouse.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.packhouse.lab.data.Directories;
import org.packhouse.lab.load.ClientMachines;
import org.packhouse.lab.load.LocalMachine;
import org.packhouse.lab.load.Parts;
import org.packhouse.lab.load.Run;
import org.packhouse.lab.load.RunFailedException;
import org.packhouse.lab.load.Share;
import org.packhouse.lab.load.Workplace;
import org.packhouse.lab.report.Machine;
import org.packhouse.lab.report.Report;
import org.packhouse.lab.report.ReportFiles;
import org.packhouse.lab.worker.RemoteMachines;
import org.packhouse.lab.worker.VisitorsApart;

/** One run of an experiment from its order to its report. */
final class LabRun {

  private static final String STOPPED = "The run was stopped.";

  private final RunOrder order;
  private final Parts parts;
  private final Path repositories;
  private final Machine machine;
  private final Console console;
  private final Clock clock;

  LabRun(
      RunOrder order,
      Parts parts,
      Path repositories,
      Machine machine,
      Console console,
      Clock clock) {
    this.order = order;
    this.parts = parts;
    this.repositories = repositories;
    this.machine = machine;
    this.console = console;
    this.clock = clock;
  }

  /** Runs it; returns the exit status. What was measured is kept, however the run ends. */
  int run() throws IOException {
    ReportFiles files = new ReportFiles(order.report());
    Path scratch = Files.createTempDirectory("packhouse-lab");
    String failure = null;
    console.say(order.told());
    RunJournal journal;
    try (Ticker ticker = new Ticker(console)) {
      journal = new RunJournal(order, machine, files, ticker, clock);
      Workplace workplace = new Workplace(repositories, scratch);
      try (ClientMachines machines = machines(workplace)) {
        new Run(order.experiment(), parts, machines, workplace, journal, order.patience()).run();
      } catch (RunFailedException e) {
        failure = Thread.interrupted() ? STOPPED : e.getMessage();
      } catch (InterruptedException e) {
        failure = STOPPED;
      } catch (IOException e) {
        failure = e.getMessage();
      } catch (RuntimeException e) {
        failure = "The lab failed: " + e + ".";
      }
      if (failure != null) {
        keepLogs(scratch);
      }
    } finally {
      delete(scratch, console);
    }
    return finish(files, journal.report(failure));
  }

  private ClientMachines machines(Workplace workplace) throws IOException {
    if (!order.workers().isEmpty()) {
      return new RemoteMachines(order.workers(), order.secret());
    }
    return order.experiment().hasVisitors()
        ? new VisitorsApart(parts, workplace, Lab.class)
        : new LocalMachine(parts, workplace, Share.WHOLE);
  }

  private int finish(ReportFiles files, Report report) {
    if (!report.stages().isEmpty()) {
      console.say(ReportFiles.table(report));
      console.say(ReportFiles.ownCost(report));
      report.notes().forEach(console::say);
    }
    boolean written = write(files, report);
    if (report.failure() != null) {
      console.say(report.failure());
    }
    return report.failure() == null && written ? 0 : 1;
  }

  /** The figures come first: a page can be made of them, not the other way round. */
  private boolean write(ReportFiles files, Report report) {
    try {
      files.writeFigures(report);
      console.say("Figures: " + files.json());
      files.writePage(report);
      console.say("Report: " + files.page());
      return true;
    } catch (IOException e) {
      console.say(e.getMessage() + ".");
      return false;
    }
  }

  /** What servers said may tell why a run failed. */
  private void keepLogs(Path scratch) {
    try (Stream<Path> all = Files.walk(scratch)) {
      List<Path> logs = all.filter(it -> it.toString().endsWith(".log")).toList();
      Path kept = order.report().resolve("logs");
      for (Path log : logs) {
        Path copy = kept.resolve(scratch.relativize(log).toString().replace('/', '-'));
        Files.createDirectories(kept);
        Files.copy(log, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException | UncheckedIOException e) {
      console.say("The logs of the servers could not be kept: " + e.getMessage() + ".");
    }
  }

  /** Removes a directory, or says why it stays. */
  static void delete(Path directory, Console console) {
    try {
      Directories.delete(directory);
    } catch (IOException e) {
      console.say("The directory " + directory + " could not be removed: " + e.getMessage() + ".");
    }
  }
}

package org.packhouse.lab.worker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.packhouse.lab.load.ClientMachines;
import org.packhouse.lab.load.LoadGenerator;
import org.packhouse.lab.load.Progress;
import org.packhouse.lab.load.Share;
import org.packhouse.lab.load.Share.Clients;
import org.packhouse.lab.load.StageFigures;
import org.packhouse.lab.load.StageOrder;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.worker.Channel.TroubleException;
import org.packhouse.lab.worker.Message.Figures;
import org.packhouse.lab.worker.Message.Prepare;
import org.packhouse.lab.worker.Message.Ready;
import org.packhouse.lab.worker.Message.Start;
import org.packhouse.lab.worker.Message.Went;

/** Clients in worker processes, each of which bears an equal share of the load. */
public final class RemoteMachines implements ClientMachines {

  private static final int PATIENCE_MILLIS = 10_000;

  /** A worker that runs says so twice a second. */
  private static final int SILENCE_MILLIS = 60_000;

  private final List<Worker> workers = new ArrayList<>();
  private final Clients clients;

  /**
   * Connects to workers.
   *
   * @param addresses each {@code HOST:PORT}
   * @param secret what lab and workers share
   * @throws IOException naming the worker that cannot be had, and why
   */
  public RemoteMachines(List<String> addresses, String secret) throws IOException {
    this(addresses, secret, Clients.ALL);
  }

  RemoteMachines(List<String> addresses, String secret, Clients clients) throws IOException {
    this.clients = clients;
    try {
      for (String address : addresses) {
        workers.add(connect(address, secret));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private record Worker(String address, Channel channel) {

    IOException lost(IOException e) {
      return e instanceof TroubleException
          ? new IOException("The worker %s says: %s.".formatted(address, sentence(e)), e)
          : new IOException("The worker %s is lost: %s.".formatted(address, sentence(e)), e);
    }

    private static String sentence(IOException e) {
      String message = e.getMessage() == null ? "the connection ended" : e.getMessage();
      return message.replaceAll("\\.$", "");
    }
  }

  private static Worker connect(String address, String secret) throws IOException {
    InetSocketAddress parsed = Address.parse(address);
    Socket socket = new Socket();
    try {
      socket.connect(parsed, PATIENCE_MILLIS);
      Channel channel = new Channel(socket);
      new Handshake(channel, secret).asLab();
      return new Worker(address, channel);
    } catch (IOException e) {
      socket.close();
      throw new IOException(
          "The worker %s cannot be had: %s.".formatted(address, Worker.sentence(e)), e);
    }
  }

  @Override
  public LoadGenerator prepare(Preparation preparation) throws IOException {
    List<SentEndpoint> endpoints = new ArrayList<>();
    for (Endpoint endpoint : preparation.endpoints()) {
      endpoints.add(SentEndpoint.of(endpoint));
    }
    for (int i = 0; i < workers.size(); i++) {
      Prepare order =
          new Prepare(
              preparation.target(),
              new Share(i, workers.size(), clients),
              preparation.repositories(),
              preparation.operations(),
              endpoints,
              preparation.link());
      Worker worker = workers.get(i);
      try {
        worker.channel().patience(0);
        worker.channel().send(order);
      } catch (IOException e) {
        throw worker.lost(e);
      }
    }
    for (Worker worker : workers) {
      try {
        worker.channel().receive(Ready.class);
      } catch (IOException e) {
        throw worker.lost(e);
      }
    }
    return new Generator();
  }

  @Override
  public void close() {
    workers.forEach(it -> it.channel().close());
  }

  private final class Generator implements LoadGenerator {

    @Override
    public StageFigures run(StageOrder order, Progress progress)
        throws IOException, InterruptedException {
      List<Future<StageFigures>> results = new ArrayList<>();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        try {
          for (Worker worker : workers) {
            results.add(threads.submit(task(worker, order, progress)));
          }
          return sum(results);
        } catch (IOException | InterruptedException e) {
          // Nobody can tell what the others did without this one; they stop when nobody listens.
          RemoteMachines.this.close();
          throw e;
        }
      }
    }

    private StageFigures sum(List<Future<StageFigures>> results)
        throws IOException, InterruptedException {
      StageFigures sum = null;
      for (Future<StageFigures> result : results) {
        try {
          StageFigures figures = result.get();
          sum = sum == null ? figures : sum.plus(figures);
        } catch (ExecutionException e) {
          throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        }
      }
      if (sum == null) {
        throw new IOException("There is no worker.");
      }
      return sum;
    }

    @Override
    public void close() {
      // A worker lets go of what it prepared when it prepares anew or the lab goes.
    }
  }

  private static Callable<StageFigures> task(Worker worker, StageOrder order, Progress progress) {
    return () -> {
      try {
        worker.channel().patience(SILENCE_MILLIS);
        worker.channel().send(new Start(order));
        while (true) {
          switch (worker.channel().receive()) {
            case Went went -> progress.add(went.done(), went.failed());
            case Figures figures -> {
              return figures.figures().toFigures();
            }
            case Message.Trouble trouble -> throw new TroubleException(trouble.sentence());
            case Message other -> throw new IOException("unexpected " + other.getClass());
          }
        }
      } catch (IOException e) {
        throw worker.lost(e);
      }
    };
  }
}

package org.packhouse.lab.worker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.packhouse.lab.load.Parts;
import org.packhouse.lab.load.Workplace;
import org.packhouse.lab.worker.Message.Trouble;

/** Waits for labs and does what they say, for one at a time. */
public final class WorkerServer implements AutoCloseable {

  private final ServerSocket socket;
  private final String secret;
  private final Parts parts;
  private final Workplace workplace;
  private final Consumer<String> log;
  private final Semaphore free = new Semaphore(1);

  /**
   * Begins to listen.
   *
   * @param log is told who comes and goes, a line each
   * @throws IOException saying in one sentence why it cannot listen there
   */
  public WorkerServer(
      InetSocketAddress listen,
      String secret,
      Parts parts,
      Workplace workplace,
      Consumer<String> log)
      throws IOException {
    this.secret = secret;
    this.parts = parts;
    this.workplace = workplace;
    this.log = log;
    this.socket = new ServerSocket();
    try {
      socket.bind(listen);
    } catch (IOException e) {
      socket.close();
      throw new IOException("Cannot listen on " + listen + ": " + e.getMessage() + ".", e);
    }
  }

  /** A secret that nobody guesses. */
  public static String newSecret() {
    return Handshake.newSecret();
  }

  /** Where it listens. */
  public int port() {
    return socket.getLocalPort();
  }

  /** Serves until the calling thread is interrupted. */
  public void serveUntilInterrupted() {
    Thread serving =
        Thread.ofPlatform()
            .daemon()
            .name("accept")
            .start(() -> {
              try {
                serve();
              } catch (IOException e) {
                log.accept("The worker takes no more labs: " + e.getMessage() + ".");
              }
            });
    try {
      serving.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Serves one lab until it goes, in the calling thread. */
  public void serveOne() throws IOException {
    boolean worked = false;
    while (!worked) {
      worked = serve(socket.accept());
    }
  }

  /** Serves until it is closed. */
  public void serve() throws IOException {
    while (!socket.isClosed()) {
      Socket accepted;
      try {
        accepted = socket.accept();
      } catch (IOException e) {
        if (socket.isClosed()) {
          return;
        }
        throw e;
      }
      Thread _ = Thread.ofPlatform().name("lab").daemon().start(() -> serve(accepted));
    }
  }

  /** Whether it was a lab that this worked for. */
  private boolean serve(Socket accepted) {
    String peer = String.valueOf(accepted.getRemoteSocketAddress());
    try (Channel channel = new Channel(accepted)) {
      new Handshake(channel, secret).asWorker();
      if (!free.tryAcquire()) {
        channel.send(new Trouble("it works for another lab"));
        return false;
      }
      try {
        log.accept("Working for the lab at " + peer + ".");
        new Assignment(channel, parts, workplace).serve();
      } finally {
        free.release();
      }
      log.accept("The lab at " + peer + " has gone.");
      return true;
    } catch (IOException e) {
      log.accept("The connection from " + peer + " ended: " + e.getMessage() + ".");
      return false;
    } catch (InterruptedException e) {
      log.accept("The lab at " + peer + " has gone in the middle of a stage.");
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package org.packhouse.lab.worker;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** One end of a connection; any thread may send, one receives. */
final class Channel implements AutoCloseable {

  private static final int MAX_SIZE = 64 << 20;

  /** What anybody may send who has proved nothing yet. */
  private static final int MAX_FIRST_SIZE = 1 << 10;

  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private int largest = MAX_FIRST_SIZE;

  Channel(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /** Who is at the other end. */
  InetAddress peer() {
    return socket.getInetAddress();
  }

  /** How long to wait for a message, in milliseconds; 0 for ever. */
  void patience(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  /** From now on the other side may send large messages. */
  void trust() {
    largest = MAX_SIZE;
  }

  synchronized void send(Message message) throws IOException {
    ObjectNode node = JSON.createObjectNode();
    node.put("type", name(message));
    node.set("body", JSON.valueToTree(message));
    byte[] bytes = JSON.writeValueAsBytes(node);
    out.writeInt(bytes.length);
    out.write(bytes);
    out.flush();
  }

  private static String name(Message message) {
    return Message.TYPES.entrySet().stream()
        .filter(it -> it.getValue() == message.getClass())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  Message receive() throws IOException {
    int length = in.readInt();
    if (length < 0 || length > largest) {
      throw new IOException("a message of %d bytes, more than %d".formatted(length, largest));
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the connection ended inside a message");
    }
    try {
      JsonNode node = JSON.readTree(bytes);
      Class<? extends Message> type = Message.TYPES.get(node.path("type").asString(""));
      if (type == null) {
        throw new IOException("a message of an unknown type");
      }
      return JSON.treeToValue(node.path("body"), type);
    } catch (JacksonException e) {
      throw new IOException("a message that makes no sense", e);
    }
  }

  /** Receives a message that must be of that type. */
  <T extends Message> T receive(Class<T> type) throws IOException {
    Message message = receive();
    if (message instanceof Message.Trouble trouble) {
      throw new TroubleException(trouble.sentence());
    }
    if (!type.isInstance(message)) {
      throw new IOException("%s in place of %s".formatted(name(message), type.getSimpleName()));
    }
    return type.cast(message);
  }

  /** A complaint of the other side. */
  static final class TroubleException extends IOException {
    private static final long serialVersionUID = 1L;

    TroubleException(String sentence) {
      super(sentence);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}

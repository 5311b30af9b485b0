package org.packhouse.app.identity.avatar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.util.unit.DataSize;

class UploadedPictureTest {

  private static final AvatarSettings LIMITS = new AvatarSettings(64, DataSize.ofKilobytes(50));
  private static final int INK = Color.RED.getRGB();

  @ParameterizedTest
  @ValueSource(strings = {"png", "gif", "jpeg"})
  void theMiddleOfAPictureBecomesASquare(String format) throws IOException {
    BufferedImage square = decode(UploadedPicture.normal(picture(60, 20, format), 32, LIMITS));
    assertThat(square.getWidth()).isEqualTo(32);
    assertThat(square.getHeight()).isEqualTo(32);
    Color middle = new Color(square.getRGB(16, 16));
    assertThat(middle.getRed()).isGreaterThan(200);
    assertThat(middle.getBlue()).isLessThan(60);
  }

  @Test
  void nothingButPixelsGetsThrough() throws IOException {
    byte[] upload = picture(20, 20, "png");
    byte[] trailer = "<script>alert(1)</script>".getBytes(StandardCharsets.US_ASCII);
    byte[] both =
        ByteBuffer.allocate(upload.length + trailer.length).put(upload).put(trailer).array();
    String kept = new String(UploadedPicture.normal(both, 32, LIMITS), StandardCharsets.ISO_8859_1);
    assertThat(kept).doesNotContain("script").startsWith("\u0089PNG");
  }

  @Test
  void tooManyPixelsAreRefusedBeforeTheyAreDecoded() throws IOException {
    byte[] bomb = picture(20, 20, "png");
    // The header says what must be refused; the data does not matter.
    ByteBuffer.wrap(bomb).putInt(16, 2_000_000_000).putInt(20, 2_000_000_000);
    assertThatThrownBy(() -> UploadedPicture.normal(bomb, 32, LIMITS))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("is 2000000000 pixels wide");
    assertThatThrownBy(() -> UploadedPicture.normal(picture(65, 2, "png"), 32, LIMITS))
        .hasMessageContaining("65 pixels wide and 2 high, and may have 64");
  }

  @Test
  void tooManyBytesAreRefused() {
    assertThatThrownBy(() -> UploadedPicture.normal(new byte[51 * 1024], 32, LIMITS))
        .hasMessageContaining("has 52224 bytes, and may have 51200");
  }

  @Test
  void whatIsNoPictureIsRefused() throws IOException {
    for (byte[] upload :
        new byte[][] {
          {},
          "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.US_ASCII),
          picture(20, 20, "bmp"),
          Arrays.copyOf(picture(20, 20, "png"), 30)
        }) {
      assertThatThrownBy(() -> UploadedPicture.normal(upload, 32, LIMITS))
          .isInstanceOf(InvalidFieldException.class)
          .hasMessageContaining("of the type PNG, JPEG or GIF");
    }
  }

  @Test
  void damagedPicturesAreShownOrRefusedAndBreakNothing() throws IOException {
    Random random = new Random(4);
    for (String format : new String[] {"png", "gif", "jpeg"}) {
      byte[] whole = picture(40, 40, format);
      for (int round = 0; round < 300; round++) {
        byte[] damaged = whole.clone();
        for (int i = 0; i < 4; i++) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }
        try {
          assertThat(decode(UploadedPicture.normal(damaged, 32, LIMITS)).getWidth()).isEqualTo(32);
        } catch (InvalidFieldException e) {
          assertThat(e).hasMessageContaining("avatar");
        }
      }
    }
  }

  private static byte[] picture(int width, int height, String format) throws IOException {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.BLUE);
    graphics.fillRect(0, 0, width, height);
    graphics.setColor(new Color(INK));
    int side = Math.min(width, height);
    graphics.fillRect((width - side) / 2, (height - side) / 2, side, side);
    graphics.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(ImageIO.write(image, format, out)).isTrue();
    return out.toByteArray();
  }

  private static BufferedImage decode(byte[] png) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(png));
  }
}

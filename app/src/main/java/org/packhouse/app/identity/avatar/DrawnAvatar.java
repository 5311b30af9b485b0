package org.packhouse.app.identity.avatar;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws what stands for those without a picture: initials on a colour, or a head and shoulders. */
final class DrawnAvatar {

  /** The colours of the pages, in their order. */
  private static final int[] HUES = {
    0x8a3ffc, 0x1c5fb8, 0x0b6e6e, 0x1a6e37, 0x7a5200, 0xa63a0f, 0xb02a4c, 0x98307f, 0x5a4bb5,
    0x3f5b78, 0x4f6410, 0x6b4a3a
  };

  private static final int NOBODY = 0x6b7280;
  private static final double LETTER_HEIGHT = 0.36;
  private static final double GAP = 3.5;

  private DrawnAvatar() {}

  /** A square picture for the name. */
  static BufferedImage of(String name, long id, int size) {
    List<Path2D> letters = letters(Initials.of(name));
    int colour = HUES[Initials.hue(id)];
    return letters == null
        ? paint(size, colour, picture -> silhouette(picture, size))
        : paint(size, colour, picture -> write(picture, letters, size));
  }

  /** The same for everybody: tells nothing of whom it stands for. */
  static BufferedImage ofNobody(int size) {
    return paint(size, NOBODY, picture -> silhouette(picture, size));
  }

  private interface Painter {
    void paint(Graphics2D picture);
  }

  private static BufferedImage paint(int size, int colour, Painter painter) {
    BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
    Graphics2D picture = image.createGraphics();
    try {
      picture.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      picture.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      picture.setColor(new Color(colour));
      picture.fillRect(0, 0, size, size);
      picture.setColor(Color.WHITE);
      painter.paint(picture);
    } finally {
      picture.dispose();
    }
    return image;
  }

  private static @Nullable List<Path2D> letters(String initials) {
    List<Path2D> letters = new ArrayList<>();
    for (int character : initials.codePoints().toArray()) {
      Path2D letter = StrokeLetters.find(Character.toString(character));
      if (letter == null) {
        return null;
      }
      letters.add(letter);
    }
    return letters;
  }

  private static void write(Graphics2D picture, List<Path2D> letters, int size) {
    double scale = size * LETTER_HEIGHT / StrokeLetters.HEIGHT;
    double width = scale * (letters.size() * StrokeLetters.WIDTH + (letters.size() - 1) * GAP);
    double x = (size - width) / 2;
    double y = (size - scale * StrokeLetters.HEIGHT) / 2;
    picture.setStroke(
        new BasicStroke((float) (scale * 1.7), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    for (Path2D letter : letters) {
      AffineTransform place = AffineTransform.getTranslateInstance(x, y);
      place.scale(scale, scale);
      picture.draw(place.createTransformedShape(letter));
      x += scale * (StrokeLetters.WIDTH + GAP);
    }
  }

  private static void silhouette(Graphics2D picture, int size) {
    double unit = size / 16.0;
    picture.fill(new Ellipse2D.Double(5 * unit, 3 * unit, 6 * unit, 6 * unit));
    picture.fill(new Ellipse2D.Double(2.5 * unit, 10 * unit, 11 * unit, 11 * unit));
  }
}

import { displayableImage, smallPictureBytes } from '../values/displayable-image.ts';

const longestSide = 320;

/**
 * A small JPEG of a picture, made in the browser; null if the browser cannot show the file as a
 * picture, or it is small already.
 */
export async function previewOf(file: File): Promise<Uint8Array | null> {
  if (file.size <= smallPictureBytes || !displayableImage.test(file.type)) return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  try {
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const drawing = canvas.getContext('2d');
    if (drawing === null) return null;
    // A JPEG has no transparency: transparent areas would become black.
    drawing.fillStyle = '#fff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const quality of [0.8, 0.5, 0.2]) {
      const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
      if (jpeg !== null && jpeg.type === 'image/jpeg' && jpeg.size <= smallPictureBytes) return new Uint8Array(await jpeg.arrayBuffer());
    }
    return null;
  } finally {
    picture.close();
  }
}

import { cssPaint, type Paint } from './figure.ts';
import type { Drawing } from './svg.ts';

/**
 * Returns a function that resolves colours at an element to the form that every graphics program
 * reads: `#1a1d24`.
 */
export function colorsAt(element: HTMLElement): (paint: Paint) => string {
  const probe = document.createElement('span');
  probe.hidden = true;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const known = new Map<string, string>();
  return (paint) => {
    if (paint === 'none') return 'none';
    const css = cssPaint(paint);
    let color = known.get(css);
    if (color === undefined) {
      element.append(probe);
      probe.style.color = css;
      const computed = getComputedStyle(probe).color;
      probe.remove();
      if (!context) return computed;
      context.fillStyle = computed;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      known.set(css, color);
    }
    return color;
  };
}

export const svgBlob = ({ svg }: Drawing): Blob => new Blob([svg], { type: 'image/svg+xml' });

/** Browsers may refuse to draw more pixels than this. */
const most = 64_000_000;

/**
 * Renders at twice the screen resolution, or less if the picture would be too large. Rejects if the
 * browser cannot draw it.
 */
export async function pngBlob(drawing: Drawing): Promise<Blob> {
  const { width, height } = drawing;
  const scale = Math.min(2, Math.sqrt(most / (width * height)));
  const address = URL.createObjectURL(svgBlob(drawing));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser gave no canvas to draw on');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error(`a picture of ${canvas.width} by ${canvas.height} pixels is too large for this browser`);
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Downloads a file. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has started reading it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

import {
  toMarkedZones,
  toMaskSize,
  toZone,
  zones,
  type Mark,
  type Marked,
  type Shape,
  type Zone,
} from './marks';

/** Draws the marks on a picture of this size in the context's colour. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  marks: readonly Mark[],
  { width, height }: Shape,
): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const { brush, points } of marks) {
    const diameter = brush * Math.min(width, height);
    const [first, ...others] = points;
    if (!first) continue;
    // Draws a dot, because Canvas draws nothing for a line without length.
    context.beginPath();
    context.arc(first[0] * width, first[1] * height, diameter / 2, 0, 2 * Math.PI);
    context.fill();
    context.lineWidth = diameter;
    context.beginPath();
    context.moveTo(first[0] * width, first[1] * height);
    for (const [x, y] of others) context.lineTo(x * width, y * height);
    context.stroke();
  }
}

/** Returns the marked share of the picture, from 0 to 1, and the marked zones. */
export function measureMarked({ marks, ...shape }: Marked): { share: number; zones: Zone[] } {
  const { width, height } = toMaskSize(shape, 128);
  const context = toContext(Object.assign(document.createElement('canvas'), { width, height }));
  drawMarks(context, marks, { width, height });
  const { data } = context.getImageData(0, 0, width, height);
  const marked = zones.map(() => 0);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (data[4 * pixel + 3]! <= 127) continue;
    const zone = toZone([(pixel % width) / width, Math.floor(pixel / width) / height]);
    marked[zone] = marked[zone]! + 1;
  }
  const sum = marked.reduce((all, each) => all + each, 0);
  return { share: sum / (width * height), zones: toMarkedZones(marked) };
}

/** Creates the mask of `/api/generate`: a PNG that is transparent where the picture is marked. */
export async function toMaskFile({ marks, ...shape }: Marked): Promise<Blob> {
  const size = toMaskSize(shape);
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = toContext(canvas);
  context.fillRect(0, 0, size.width, size.height);
  context.globalCompositeOperation = 'destination-out';
  drawMarks(context, marks, size);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas returned no image'))),
      'image/png',
    ),
  );
}

function toContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return context;
}

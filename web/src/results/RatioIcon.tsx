import type { AspectRatio } from '@sachet/shared/contracts/vocabulary';

const longSidePixels = 16;

/** `16 / 9`, as CSS wants it. */
export function cssRatio(aspectRatio: AspectRatio): string {
  return aspectRatio.replace(':', ' / ');
}

/** Width by height. */
export function toRatio(aspectRatio: AspectRatio): number {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  return width / height;
}

export function RatioIcon({ aspectRatio }: { aspectRatio: AspectRatio }) {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  const scale = longSidePixels / Math.max(width, height);
  return (
    <span
      aria-hidden
      className="shrink-0 rounded-[2px] border-[1.5px] border-current max-sm:hidden"
      style={{ width: width * scale, height: height * scale }}
    />
  );
}

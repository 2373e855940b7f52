import type { PictureVersion } from '@sachet/shared/studio/contracts/version';

/** The size in pixels and in kB. Each part stays on one line. */
export const toSizeText = ({ width, height, bytes }: PictureVersion): string => {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return `${width}\u00a0×\u00a0${height}\u00a0px · ${kilobytes}\u00a0kB`;
};

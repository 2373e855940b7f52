import { useEffect, useRef } from 'react';
import { classes } from '../../../ui/classes';
import { drawMarks } from './draw-marks';
import { toMaskSize, type Marked } from './marks';

/** Renders the marked part over its picture, with the same object fit. */
export function Tint({ marked, className }: { marked: Marked; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = toMaskSize(marked);
  const { marks } = marked;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, width, height);
    // A colour that is rare in pictures.
    context.fillStyle = context.strokeStyle = '#ff00c8';
    drawMarks(context, marks, { width, height });
  }, [marks, width, height]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      aria-hidden
      className={classes('pointer-events-none absolute inset-0 opacity-55', className)}
    />
  );
}

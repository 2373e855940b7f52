const longSidePixels = 22;

/** The outline of a ratio such as `4:5`. */
export function ShapeOutline({ ratio }: { ratio: string }) {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  const scale = longSidePixels / Math.max(width, height);
  return (
    <span aria-hidden className="grid size-6 place-items-center">
      <span
        className="rounded-[2px] border-[1.5px] border-current"
        style={{ width: width * scale, height: height * scale }}
      />
    </span>
  );
}

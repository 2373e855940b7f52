/** Whose captions stand in which idea's card, as the URL has them: `-,gen_1` is the second card's. */

const none = '-';

export function readCaptionIds(written: string | null): (string | null)[] {
  return (written ?? '').split(',').map((id) => (id === '' || id === none ? null : id));
}

export function writtenCaptionIds(ids: readonly (string | null)[]): string {
  return ids.map((id) => id ?? none).join(',');
}

export function withCaptions(
  ids: readonly (string | null)[],
  index: number,
  generationId: string,
): (string | null)[] {
  const length = Math.max(ids.length, index + 1);
  return Array.from({ length }, (_, each) => (each === index ? generationId : (ids[each] ?? null)));
}

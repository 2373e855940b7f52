const snapshot = /-(\d{4}-\d{2}-\d{2}|\d{8}|\d{2}-\d{4}|\d{2}-\d{2}|\d{3})$/;
const idCharactersMax = 200;

/** The id of the model that answered, if it is neither the requested model nor a dated snapshot of it. */
export function toAnsweredBy(asked: string, answered: unknown): string | null {
  if (typeof answered !== 'string') return null;
  const id = answered.replace(/^models\//, '').trim();
  if (id === '' || id.length > idCharactersMax) return null;
  return id === asked || id.replace(snapshot, '') === asked ? null : id;
}

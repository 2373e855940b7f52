/**
 * The state of an answer is what remains of it without its free values: for each field whether it is null,
 * which choice it has, and what its nested records are. The states that the real API sends are recorded
 * (`api/examples`), and a component test may only use these (`web/src/testing/server.ts`).
 */
import { z } from 'zod';

/** By field. A nested object is written as JSON. */
export type AnswerState = Readonly<Record<string, string>>;

/** A part of an answer: an object with a name in the contracts, an element of a list, or the whole answer. */
export interface AnswerPart {
  readonly name: string;
  readonly state: AnswerState;
}

/** Choices of the user that do not depend on the rest of their record: every combination exists. */
const free = new Set([
  'provider',
  'quality',
  'aspectRatio',
  'language',
  'favourite',
  'inputImageUrl',
  'sourceGenerationId',
  'keptFromTurnId',
]);
/** Values that are no choice in the contract, but belong to the rest of their record. */
const exact = new Set(['errorCode', 'errorType', 'errorStatus']);

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const schemas = new WeakMap<z.ZodType, Schema>();

function toSchema(contract: z.ZodType): Schema {
  const known = schemas.get(contract);
  if (known) return known;
  const schema = z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' }) as Schema;
  schemas.set(contract, schema);
  return schema;
}

/** Returns the states of all parts of an answer. `name` is used for a part that has no name. */
export function readStates(contract: z.ZodType, answer: unknown, name: string): AnswerPart[] {
  const root = toSchema(contract);
  const parts: AnswerPart[] = [];

  function describe(schema: Schema, value: unknown, place: string, field: string): string {
    if (value === null || value === undefined) return String(value);
    if (schema.$ref) {
      const id = schema.$ref.split('/').at(-1)!;
      const target = root.$defs![id]!;
      if (target.properties) return addPart(target, value, id);
      return describe(target, value, place, field);
    }
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches) return describe(choose(branches, value), value, place, field);
    // A choice of numbers is a size, of which all exist.
    const isChoice = (schema.enum ?? 'const' in schema) && typeof value !== 'number';
    if (exact.has(field) || isChoice) return JSON.stringify(value);
    if (Array.isArray(value)) {
      for (const each of value) {
        if (schema.items && isRecord(each)) describeElement(schema.items, each, place);
      }
      return value.length === 0 ? '[]' : '[…]';
    }
    if (isRecord(value)) {
      if (schema.properties) return JSON.stringify(toState(schema, value, place));
      return Object.keys(value).length === 0 ? '{}' : '{…}';
    }
    if (typeof value === 'string') return describeText(value);
    return typeof value === 'boolean' ? String(value) : typeof value;
  }

  function describeElement(items: Schema, value: object, place: string): void {
    if (items.$ref) describe(items, value, place, '');
    else if (items.anyOf ?? items.oneOf) {
      describeElement(choose((items.anyOf ?? items.oneOf)!, value), value, place);
    } else addPart(items, value, `${place}[]`);
  }

  function toState(schema: Schema, value: object, place: string): AnswerState {
    const given: Readonly<Record<string, unknown>> = { ...value };
    const fields = Object.keys(schema.properties!).filter((field) => !free.has(field));
    return Object.fromEntries(
      fields.map((field) => [
        field,
        describe(schema.properties![field]!, given[field], `${place}.${field}`, field),
      ]),
    );
  }

  function addPart(schema: Schema, value: unknown, place: string): string {
    parts.push({ name: place, state: toState(schema, value as object, place) });
    return place;
  }

  if (root.$ref) describe(root, answer, name, '');
  else if (root.properties) addPart(root, answer, name);
  else parts.push({ name, state: { answer: describe(root, answer, name, '') } });
  return parts;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the branch of a union that the value belongs to: all of its constants are equal. */
function choose(branches: readonly Schema[], value: unknown): Schema {
  const possible = branches.filter((branch) => !('type' in branch && branch.type === 'null'));
  const given = isRecord(value) ? (value as Readonly<Record<string, unknown>>) : {};
  const fits = ({ properties = {} }: Schema) =>
    Object.entries(properties).every(
      ([field, schema]) => !('const' in schema) || schema.const === given[field],
    );
  return possible.find(fits) ?? possible[0] ?? {};
}

/** A text that is JSON has the state of its structure, because the client reads its fields. */
function describeText(text: string): string {
  if (!/^[[{]/.test(text)) return 'text';
  try {
    return `JSON ${describeJson(JSON.parse(text))}`;
  } catch {
    return 'text';
  }
}

function describeJson(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${describeJson(value[0])}]`;
  if (!isRecord(value)) return typeof value;
  const fields = Object.entries(value).map(([field, each]) => `${field}: ${describeJson(each)}`);
  return `{${fields.join(', ')}}`;
}

/** Returns the fields in which the state differs from the most similar recorded one; null if it is recorded. */
export function findDifference(
  state: AnswerState,
  recorded: readonly AnswerState[],
): string[] | null {
  let fewest: string[] | null = null;
  for (const each of recorded) {
    const differing = Object.keys(each)
      .filter((field) => each[field] !== state[field])
      .map((field) => `${field}: ${state[field]}, recorded ${each[field]}`);
    if (differing.length === 0) return null;
    if (!fewest || differing.length < fewest.length) fewest = differing;
  }
  return fewest ?? ['nothing of it is recorded'];
}

/**
 * The operations, whose contracts parse the answers. `api/client` loads this chunk with the first answer, so
 * that zod does not delay the first paint.
 */
import { ErrorCode } from '@sachet/shared/contracts/error';
import { operationsForCustomers } from '@sachet/shared/operations/customer-operations';
import type { Operation } from '@sachet/shared/operations/operation';
import type { OperationName } from '@sachet/shared/operations/operations';
import { z } from 'zod';
import { ApiFailure } from './failure';

const known: Partial<Record<OperationName, Operation>> = { ...operationsForCustomers };

/** Returns an operation. The first operation of an admin page loads those of all admin pages. */
export async function loadOperation(name: OperationName): Promise<Operation> {
  if (!known[name]) {
    const { operationsForAdmins } = await import('@sachet/shared/operations/admin-operations');
    Object.assign(known, operationsForAdmins);
  }
  return known[name]!;
}

/** Throws `ApiFailure` for a refusal, and for an answer that the operation does not define. */
export function parseAnswer(operation: Operation, status: number, body: unknown): unknown {
  if (status < 200 || status > 299) throw toFailure(status, body);
  const parsed = parseKnown(operation.answers[status] ?? z.null(), body);
  if (parsed.success) return parsed.data;
  console.error(`Unexpected answer: ${operation.summary}`, parsed.error.issues);
  throw new ApiFailure({ message: 'Unexpected answer', status });
}

/**
 * Parses an answer in which a newer server may name a provider, a mode or a tool that this page does not know.
 * The name becomes null where the contract allows that, as in a statement, whose rows have to add up. Otherwise
 * the entry is left out of its list, so that the page shows the others. Of values by name, the unknown are left
 * out.
 */
function parseKnown(contract: z.ZodType, body: unknown) {
  const parsed = contract.safeParse(body);
  if (parsed.success) return parsed;
  const copy: unknown = structuredClone(body);
  for (const path of findUnknownKeys(parsed.error)) {
    Reflect.deleteProperty(get(copy, path.slice(0, -1)) as object, path.at(-1)!);
  }
  for (const path of findUnknownNames(parsed.error)) {
    Object.assign(get(copy, path.slice(0, -1)) as object, { [path.at(-1)!]: null });
  }
  const nameless = contract.safeParse(copy);
  if (nameless.success) return nameless;
  const entries = findUnknownNames(nameless.error).map((path) => {
    const place = path.findLastIndex((key) => typeof key === 'number');
    return { list: get(copy, path.slice(0, place)), entry: get(copy, path.slice(0, place + 1)) };
  });
  // An entry may have two unknown names.
  for (const { list, entry } of entries) {
    if (Array.isArray(list) && list.includes(entry)) list.splice(list.indexOf(entry), 1);
  }
  const rest = contract.safeParse(copy);
  return rest.success ? rest : parsed;
}

const findUnknownNames = ({ issues }: z.ZodError): PropertyKey[][] =>
  issues
    .filter(({ code, path }) => {
      return code === 'invalid_value' && /(provider|mode|tool)$/i.test(String(path.at(-1)));
    })
    .map(({ path }) => path);

/** Keys of records by provider, mode or tool. */
const findUnknownKeys = ({ issues }: z.ZodError): PropertyKey[][] =>
  issues.flatMap((issue) => {
    if (issue.code === 'invalid_key') return [issue.path];
    return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [];
  });

const get = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)[key], value);

/** Accepts an incomplete `ApiError`, and codes that only a newer server knows. */
const AnyError = z
  .object({
    error: z.string().trim().min(1).nullable().catch(null),
    code: ErrorCode.nullable().catch(null),
    field: z.string().nullable().catch(null),
  })
  .catch({ error: null, code: null, field: null });

/** Converts an answer without a 2xx status to a failure. */
export function toFailure(status: number, body: unknown): ApiFailure {
  const { error, code, field } = AnyError.parse(body);
  const message = error ?? `Request failed with status ${status}`;
  return new ApiFailure({ message, serverText: error, code, field, status });
}

/** Names the cause of a refusal that only an admin can end. The first matching rule decides. */
import type { RefusalCause } from '@sachet/shared/models/contracts/refusal-cause';
import type { Category, ErrorSignal, FailureSignal } from './failure.ts';

const accountCode = /quota|billing|credit|payment|spend|usage_limit|account|suspended|api_key/i;
const accountWords =
  /prepa(y|id)|credit|billing|payment|suspended|deactivated|disabled|api key|must be verified/i;

/** Whether the error is about our account. Google's messages name plan and billing for every limit. */
export function namesAccount({ code, type, message, retryAfterMs }: ErrorSignal): boolean {
  if ([code, type].some((name) => accountCode.test(name ?? ''))) return true;
  const own = message.replace(/plan and billing( details)?/i, '');
  return accountWords.test(own) || (own !== message && retryAfterMs == null);
}

type Rule = readonly [RefusalCause, (error: ErrorSignal, words: string) => boolean];

const rules: readonly Rule[] = [
  ['leaked_key', (_, words) => /leaked|compromised|publicly (exposed|available)/i.test(words)],
  ['verification', (_, words) => /must be verified|verify (your )?organi[sz]ation/i.test(words)],
  ['region', (_, words) => /\b(country|countries|region|territory|location)\b/i.test(words)],
  [
    'account',
    (_, words) =>
      /\b(account|organi[sz]ation|project|consumer)/i.test(words) &&
      /\b(deactivated|disabled|suspended|inactive)\b|_(deactivated|disabled|suspended|inactive)/i.test(
        words,
      ),
  ],
  [
    'billing',
    ({ status }, words) =>
      status === 402 ||
      /quota|billing|credit|payment|prepa(y|id)|spend|usage_limit|\bpaid\b/i.test(words),
  ],
  [
    'key',
    ({ status }, words) =>
      status === 401 || /api[ _]key|API_KEY|authenticat|unregistered callers/i.test(words),
  ],
  [
    'model',
    ({ status }, words) =>
      /\bmodels?\b|model_not_found/i.test(words) && [403, 404].includes(status!),
  ],
  ['model', ({ code }) => code === 'model_not_found'],
  [
    'parameter',
    ({ status }, words) =>
      [400, 422].includes(status!) &&
      /unsupported|not support|unknown|unrecogni[sz]ed|not permitted|invalid_value/i.test(words),
  ],
];

export function toRefusalCause(category: Category, signal: FailureSignal): RefusalCause | null {
  if (category === 'quota') return 'capacity';
  if (category !== 'access') return null;
  if (signal.kind !== 'error') return 'other';
  const words = [signal.code, signal.type, signal.message].filter(Boolean).join(' ');
  return rules.find(([, matches]) => matches(signal, words))?.[0] ?? 'other';
}

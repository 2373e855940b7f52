import { Refusal } from '../http/refusal.ts';

/** Refuses to cancel work that a provider has begun, because the user has used up today's free cancels. */
export function refuseWithoutFreeCancel(what: 'made' | 'written', perDay: number): never {
  const used =
    perDay === 0
      ? ''
      : ` You have used today's ${perDay === 1 ? 'free cancel' : `${perDay} free cancels`}.`;
  throw new Refusal(
    'no_free_cancels',
    `It is already being ${what} and can no longer be cancelled.${used}`,
  );
}

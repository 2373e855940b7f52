import { Refusal } from '../http/refusal.ts';

/** The provider was asked and today's free cancels are used up: the purchase will be finished. */
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

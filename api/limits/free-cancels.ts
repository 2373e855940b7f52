import { Refusal } from '../http/refusal.ts';

/** Throws the refusal of a cancel after the provider was asked, when today's free cancels are used up. */
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

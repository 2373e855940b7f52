/** Compares for `doctor` the clock of this machine with that of the gateway. */
import { checkClock } from '@sachet/shared/configuration/check-clock';
import type { SetupProblem } from '@sachet/shared/configuration/setup-problem';

const razorpay = 'https://api.razorpay.com';

/** Reads the `Date` of an answer, which may also be a refusal. Never throws. */
export async function checkGateway(
  baseUrl: string | undefined,
  timeoutMs: number,
): Promise<SetupProblem[]> {
  try {
    const answer = await fetch(baseUrl?.trim() || razorpay, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const dateMs = Date.parse(answer.headers.get('date') ?? '');
    return Number.isNaN(dateMs) ? [] : checkClock(Date.now(), dateMs, 'the payment gateway');
  } catch (error) {
    const { message, cause } = error as Error;
    return [
      {
        level: 'error',
        problem: `RAZORPAY_KEY_ID: the payment gateway cannot be reached (${(cause as Error | undefined)?.message || message})`,
        remedy: 'Allow connections to api.razorpay.com. Until then no one can add money.',
      },
    ];
  }
}

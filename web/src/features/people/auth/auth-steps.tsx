import { lazyPart } from '../../../app/base/lazy-part';
import { Skeleton } from '../../../ui/Skeleton';

const options = { area: 'first', coming: <Skeleton className="h-72 rounded-xl" /> } as const;

export const EmailLogin = lazyPart(async () => (await import('./later-forms')).EmailLogin, options);
export const EmailSignUp = lazyPart(
  async () => (await import('./later-forms')).EmailSignUp,
  options,
);
export const ForgotPassword = lazyPart(
  async () => (await import('./later-forms')).ForgotPassword,
  options,
);
export const OtpForm = lazyPart(async () => (await import('./OtpForm')).OtpForm, options);
export const ProfileStep = lazyPart(
  async () => (await import('./later-forms')).ProfileStep,
  options,
);

/** Loads the forms that follow the first one, while it is filled in. */
export function preloadSteps(): void {
  for (const step of [EmailLogin, EmailSignUp, ForgotPassword, OtpForm, ProfileStep])
    void step.preload();
}

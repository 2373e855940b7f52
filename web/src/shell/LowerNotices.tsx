import { Suspense } from 'react';
import { lazyPart } from '../i18n/lazy';
import { useSession } from '../session/session';

const InvitationBanner = lazyPart(
  async () => (await import('./InvitationBanner')).InvitationBanner,
);
const RulesNotice = lazyPart(async () => (await import('./RulesNotice')).RulesNotice);

/**
 * Notices for a signed-in user. They arrive after a read, so they lie over the lower edge, above the
 * bars that stick there, and push nothing. The box keeps its place and height: a later notice grows
 * upwards and does not move an earlier one either.
 */
export function LowerNotices() {
  const { status } = useSession();
  if (status !== 'signed-in') return null;
  return (
    <div className="lower-notices pointer-events-none fixed inset-x-0 bottom-[calc(var(--lower-edge)+var(--lower-bar))] z-30 flex h-[40svh] flex-col gap-2 overflow-y-auto p-3 *:pointer-events-auto *:shrink-0 *:rounded-xl *:border *:border-edge *:bg-packet *:px-4 *:text-note *:shadow-[0_8px_24px_var(--shade)] *:first:mt-auto md:right-auto md:w-md md:max-w-full md:pl-6">
      <Suspense>
        <InvitationBanner />
        <RulesNotice />
      </Suspense>
    </div>
  );
}

import { makePicture } from '@sachet/flows/buy-picture';
import type { Dependencies } from './dependencies.ts';
import { callProvider } from './provider-call.ts';

/** Makes the picture that was bought and charges for it (`flows/buy-picture.ts`). */
export function unlockImage(deps: Dependencies, holdId: string): Promise<void> {
  const { db, ledger, images, aiMark, log } = deps;
  const making: Parameters<typeof makePicture>[0] = {
    db,
    ledger,
    images,
    aiMark,
    log,
    askProvider: (call, request) =>
      callProvider(deps, { ...call, purpose: 'final' }, (adapter, terms) =>
        adapter.image({ ...request, ...terms, isPaid: true }),
      ),
  };
  return makePicture(making, holdId);
}

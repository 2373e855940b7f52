import { requireDrawing } from '@sachet/adapters/providers/provider';
import { makePicture } from '@sachet/flows/studio/buy-picture';
import type { Dependencies } from '../dependencies.ts';
import { callProvider } from './provider-call.ts';

/** Makes the picture that was bought and charges for it (`flows/studio/buy-picture.ts`). */
export function unlockImage(deps: Dependencies, holdId: string): Promise<void> {
  const { db, ledger, images, providers, aiMark, log } = deps;
  const making: Parameters<typeof makePicture>[0] = {
    db,
    ledger,
    images,
    providers,
    aiMark,
    log,
    askProvider: (call, request) =>
      callProvider(deps, { ...call, purpose: 'final' }, async (adapter, terms) => {
        const outcome = await requireDrawing(adapter).image({
          ...request,
          ...terms,
          isPaid: true,
        });
        if (outcome.ok) await call.keep(outcome.value);
        return outcome;
      }),
  };
  return makePicture(making, holdId);
}

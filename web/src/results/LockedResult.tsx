import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { BuyPicture } from './BuyPicture';
import { ModelLine } from './ModelLine';

/** The lower half of a locked packet. */
export function LockedResult({ generation }: { generation: GenerationResult }) {
  return (
    <div className="grid content-start gap-4 p-4 sm:p-5">
      <ModelLine generation={generation} />
      <BuyPicture generation={generation} />
    </div>
  );
}

import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { BuyPicture } from './BuyPicture';
import { InPriceBar } from './InPriceBar';
import { ModelLine } from './ModelLine';
import { PaidLine } from './PaidLine';
import { PictureFile } from './PictureFile';

export function UnlockedResult({ generation }: { generation: GenerationResult }) {
  return (
    <div className="grid content-start gap-4 p-4 sm:p-5">
      <ModelLine generation={generation} />
      <PaidLine charges={generation.charges} />
      <InPriceBar>
        <PictureFile generation={generation} />
        <BuyPicture generation={generation} />
      </InPriceBar>
    </div>
  );
}

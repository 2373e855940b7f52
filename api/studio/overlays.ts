/**
 * Overlays: a brand kit alone on a transparent picture, drawn once for each kit, placing and size. They are
 * drawn in their own place, and never delay uploads and bought work.
 */
import type { BrandKitRow } from '@sachet/db/studio/brand-kits';
import { toMarkText } from '@sachet/flows/studio/made-picture';
import { processImage } from '@sachet/adapters/images/process-image';
import type { Applicant } from '@sachet/shared/admission';
import type { OverlayQuery } from '@sachet/shared/studio/contracts/brand';
import type { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { toDrawnBrand } from './drawn-brand.ts';

export interface Overlays {
  /** Resolves to the address of a PNG with its data. `signal` ends the wait for a place. */
  read(of: {
    kit: BrandKitRow;
    query: z.output<typeof OverlayQuery>;
    who: Applicant;
    signal: AbortSignal;
  }): Promise<string>;
}

/** Characters of all cached overlays; an overlay has some 100,000. */
const cachedAtMost = 32 * 1024 * 1024;

export function createOverlays({
  images,
  resources,
  aiMark,
}: Pick<Dependencies, 'images' | 'resources'> & {
  readonly aiMark: Dependencies['settings']['AI_MARK'];
}): Overlays {
  /** The least recently used first. */
  const cached = new Map<string, string>();
  let size = 0;

  function keep(key: string, image: string): void {
    forget(key);
    cached.set(key, image);
    size += image.length;
    for (const oldest of cached.keys()) {
      if (size <= cachedAtMost) return;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    size -= cached.get(key)?.length ?? 0;
    cached.delete(key);
  }

  return {
    async read({ kit, query, who, signal }) {
      const { id, name, phone, address, main_color, second_color, logo_key } = kit;
      const drawnOf = [id, name, phone, address, main_color, second_color, logo_key];
      const key = JSON.stringify([drawnOf, query]);
      const found = cached.get(key);
      if (found !== undefined) {
        keep(key, found);
        return found;
      }
      return resources.overlays.run(who, signal, async () => {
        // Another request of the same user may have drawn it in the meantime.
        const drawn = cached.get(key);
        if (drawn !== undefined) return drawn;
        const { width, height, language, ...placing } = query;
        const brand = await toDrawnBrand({ images }, kit);
        const mark = toMarkText({ aiMark }, { language });
        const overlay = await processImage('drawOverlay', [
          brand,
          placing,
          { width, height },
          mark,
        ]);
        if (!overlay.ok) throw new Error(`an overlay could not be drawn: ${overlay.reason}`);
        const image = `data:image/png;base64,${Buffer.from(overlay.bytes).toString('base64')}`;
        keep(key, image);
        return image;
      });
    },
  };
}

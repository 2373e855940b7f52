import { defaultFinalSize, type FinalSize } from '@sachet/shared/rate-card';
import { createStore } from '../browser/store';
import { onWorkCleared } from '../session/work';

/**
 * The size in which a picture is to be kept: chosen in the form or beside a preview, the same for all
 * previews, so that prices can be compared. A page that is loaded again begins at the default.
 */
export const finalSize = createStore<FinalSize>(defaultFinalSize);

onWorkCleared(() => finalSize.set(defaultFinalSize));

import { defaultFinalSize, type FinalSize } from '@sachet/shared/models/rate-card';
import { createStore } from '../../../browser/store';
import { onWorkCleared } from '../../../app/session/work';

/**
 * The size of the full picture, chosen in the form or beside a preview. It applies to all previews, so that
 * their prices can be compared. A reload resets it.
 */
export const finalSize = createStore<FinalSize>(defaultFinalSize);

onWorkCleared(() => finalSize.set(defaultFinalSize));

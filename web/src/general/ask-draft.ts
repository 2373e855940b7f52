import { saveDraft, useDraft } from '../form/draft';

const key = 'sachet.general-draft';

export const useAskDraft = () => useDraft(key, { prompt: '' });

export const saveAskDraft = (prompt: string): void => saveDraft(key, { prompt });

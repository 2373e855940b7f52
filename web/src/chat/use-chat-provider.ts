import { Provider } from '@sachet/shared/contracts/vocabulary';
import { useCanServe } from '../api/hooks';
import { storage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';

const storageKey = 'sachet.chat-provider';
const store = createStore<Provider>(Provider.catch('google').parse(storage.read(storageKey)));

/** Who answers in new chats; kept in the browser. */
export function useChatProvider(): Provider {
  const chosen = useStore(store);
  const canServe = useCanServe();
  const able = Provider.options.filter((provider) => canServe(provider, 'texts'));
  return able.includes(chosen) ? chosen : (able[0] ?? chosen);
}

export function chooseChatProvider(provider: Provider): void {
  store.set(provider);
  storage.write(storageKey, provider);
}

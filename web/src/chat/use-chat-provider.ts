import { Provider } from '@sachet/shared/contracts/vocabulary';
import { storage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';

const storageKey = 'sachet.chat-provider';
const store = createStore<Provider>(Provider.catch('google').parse(storage.read(storageKey)));

/** Who answers in new chats; kept in the browser. */
export function useChatProvider(): Provider {
  return useStore(store);
}

export function chooseChatProvider(provider: Provider): void {
  store.set(provider);
  storage.write(storageKey, provider);
}

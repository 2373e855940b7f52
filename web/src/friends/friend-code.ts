import { storage } from '../browser/storage';

/** The code of the friend's link that brought this visitor, kept until they sign up. */
const key = 'sachet.friend-code';

export const keepFriendCode = (code: string): void => storage.write(key, code);

/** For `POST /api/user`; undefined without one. */
export const readFriendCode = (): string | undefined => storage.read(key) ?? undefined;

export const forgetFriendCode = (): void => storage.remove(key);

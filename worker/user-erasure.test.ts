import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCustomer } from '../api/testing/client.ts';
import { impatient } from '../api/testing/stack.ts';
import { openAdministeredStack, type AdministeredStack } from '../api/testing/users-admin.ts';

let open: AdministeredStack;
beforeAll(async () => {
  open = await openAdministeredStack({ withoutWorker: false, limits: impatient });
});
afterAll(() => open?.stop());

test('a reply that is being written when its owner is deleted is erased once it ends', async () => {
  const { uid } = await createCustomer(open.stack);
  await open.books.query(
    `insert into conversation (id, uid, provider, language, title, model_id, model_label)
     values ('con_1', $1, 'google', 'en', 'My shop', 'gemini-3.5-flash-lite', 'Gemini 3.5 Flash Lite')`,
    [uid],
  );
  await open.books.query(
    `insert into chat_turn (id, conversation_id, uid, number, status, prompt, model_id, model_label,
                            rate_card_version, lease_until)
     values ('turn_1', 'con_1', $1, 0, 'streaming', 'secret', 'gemini-3.5-flash-lite', 'Gemini 3.5 Flash Lite', '1',
             now() + interval '1 hour')`,
    [uid],
  );
  await open.done({ uid, action: 'delete' });
  const words = () =>
    open.books.query<{ title: string; words: string }>(
      `select c.title, concat(t.prompt, t.content) as words
         from conversation c join chat_turn t on t.conversation_id = c.id`,
    );
  expect(await words()).toEqual([{ title: 'My shop', words: 'secret' }]);

  await open.books.query(
    `update chat_turn set status = 'done', content = 'reply', lease_until = null`,
  );
  await vi.waitUntil(async () => (await words())[0]!.title === '', { timeout: 60_000 });
  expect(await words()).toEqual([{ title: '', words: '' }]);

  const isErased = async () => {
    const [row] = await open.books.query<{ erased: boolean }>(
      'select erased_at is not null as erased from user_profile where uid = $1',
      [uid],
    );
    return row!.erased;
  };
  expect(await isErased()).toBe(false);
  await open.books.query(
    `update user_profile set deleted_at = deleted_at - interval '2 minutes' where uid = $1`,
    [uid],
  );
  await vi.waitUntil(isErased, { timeout: 60_000 });
});

/**
 * Attacks by accounts that cost nothing, each until `signal` aborts. A refused attacker tries again; the places that
 * they hold are measured (`held-places.ts`).
 */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@sachet/db/ids';
import type { Customer } from '../../../api/testing/client.ts';
import { toForm } from '../../../api/testing/bodies.ts';
import type { Stack } from './stack.ts';

type Attack = (stack: Stack, signal: AbortSignal) => Promise<void>;

/** Runs `act` again and again for each account. */
function loop(
  accounts: readonly Customer[],
  signal: AbortSignal,
  act: (account: Customer, turn: number) => Promise<unknown>,
): Promise<void> {
  const runs = accounts.map(async (account) => {
    for (let turn = 0; !signal.aborted; turn++) {
      await act(account, turn).catch(() => {});
      await sleep(250);
    }
  });
  return Promise.all(runs).then(() => {});
}

const kit = {
  name: 'Attack',
  phone: '9812345678',
  address: 'A street',
  mainColor: '#aa0000',
  secondColor: '#00aa00',
  tone: null,
};

/** 20 accounts ask for four overlays each, at the same time and never the same twice. */
const overlays: Attack = async ({ throwaways }, signal) => {
  const accounts = throwaways.slice(0, 20);
  for (const account of accounts) await account.send('/api/brand', { json: kit });
  await loop(accounts, signal, (account, turn) =>
    Promise.all(
      ['top-left', 'top-right', 'bottom-left', 'bottom-right'].map((corner) => {
        const size = `width=${256 + (turn % 800)}&height=1080`;
        return account.send(`/api/brand/overlay?corner=${corner}&logo=0&strip=1&${size}`);
      }),
    ),
  );
};

/** 40 uploads of 20 MB at 72 KiB a second. */
const slowUploads: Attack = ({ apiUrl, throwaways }, signal) => {
  const body = toForm({ bytes: Buffer.alloc(20 * 1024 * 1024 - 1024) });
  const perTick = 18 * 1024;
  return loop(
    throwaways.slice(0, 40),
    signal,
    (account) =>
      new Promise<void>((resolve) => {
        const headers = { ...account.headers, ...body.headers };
        const sending = request(`${apiUrl}/api/upload`, { method: 'POST', headers, agent: false });
        let sent = 0;
        const ticking = setInterval(() => {
          if (signal.aborted || sent >= body.bytes.length) sending.destroy();
          else sending.write(body.bytes.subarray(sent, (sent += perTick)));
        }, 250);
        sending.on('response', () => sending.destroy());
        sending.on('error', () => {});
        sending.on('close', () => {
          clearInterval(ticking);
          resolve();
        });
      }),
  );
};

const heldForMs = 25_000;

/** Eight accounts open large zips, read nothing, and open them again after 25 s. */
const zips: Attack = async ({ apiUrl, db, throwaways }, signal) => {
  const accounts = throwaways.slice(0, 8);
  for (const account of accounts) {
    const { walletId } = await account.wallet();
    const id = newId('gen');
    await db
      .insertInto('generation')
      .values({
        id,
        uid: account.uid,
        wallet_id: walletId,
        mode: 'instagram',
        provider: 'google',
        language: 'en',
        quality: 'speed',
        prompt: id,
        aspect_ratio: '1:1',
        preview_max: 256,
        model_id: 'gemini-3.5-flash-lite',
        model_label: 'bench',
        status: 'ready',
        content: 'x'.repeat(10 * 1024 * 1024),
        rate_card_version: 'bench',
      })
      .execute();
    largeTexts.set(account.uid, id);
  }
  await loop(accounts, signal, async (account) => {
    const generationIds = [largeTexts.get(account.uid)];
    const { body } = await account.send<{ url: string }>('/api/library/zip', {
      json: { generationIds },
    });
    await new Promise<void>((resolve) => {
      const reading = request(apiUrl + body.url, { headers: account.headers, agent: false });
      const end = () => void reading.destroy();
      const timer = setTimeout(end, heldForMs);
      signal.addEventListener('abort', end);
      reading.on('response', (answer) => answer.pause());
      reading.on('error', () => {});
      reading.on('close', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      });
      reading.end();
    });
  });
};
const largeTexts = new Map<string, string>();

/** 40 accounts ask for previews that take their provider six seconds, pictures and texts in turns. */
const slowPreviews: Attack = ({ throwaways }, signal) =>
  loop(throwaways.slice(0, 40), signal, async (account, turn) => {
    const mode = turn % 2 === 0 ? 'image' : 'general';
    await account.startPreview({ mode, prompt: `a kite ${turn} [[latency:6000]]` });
    await sleep(2_000);
  });

export const attacks: Readonly<Record<string, Attack>> = {
  overlays,
  slowUploads,
  zips,
  slowPreviews,
};

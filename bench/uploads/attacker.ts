import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendBody } from '@sachet/api/testing/bodies';
import type { AttackOptions } from './attack.ts';

const answers: Record<string, number> = {};
let over = false;

process.on('message', (message: AttackOptions | 'stop') => {
  if (message !== 'stop') return void attack(message);
  over = true;
  process.send!(answers, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));

async function attack(options: AttackOptions): Promise<void> {
  const { apiUrl, path, file, senders, headers, everyMs, cut } = options;
  const written = readFileSync(file);
  const line = written.indexOf('\n');
  const ofBody = JSON.parse(written.subarray(0, line).toString()) as Record<string, string>;
  const bytes = written.subarray(line + 1);
  await Promise.all(
    Array.from({ length: senders }, async (_, i) => {
      const sent = { headers: { ...ofBody, ...headers[i % headers.length]! }, bytes };
      while (!over) {
        const { status } = await sendBody(apiUrl + path, sent, {
          pieces: { bytes: 256 * 1024, everyMs },
          ...(cut ? { cutAfter: Math.floor(bytes.length / 2) } : {}),
        });
        answers[status] = (answers[status] ?? 0) + 1;
        await sleep(250);
      }
    }),
  );
}

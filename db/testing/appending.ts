// Started by model.test.ts as a separate process: a ledger that receives its commands over the channel.
import type { Command } from '@sachet/shared/ledger/command';
import { createLedger } from '../ledger/ledger.ts';

const ledger = createLedger({ connectionString: process.env['APPENDING_URL']! });

process.on('message', ({ id, command }: { id: number; command: Command }) => {
  void ledger.append(command).then(
    (outcome) => process.send?.({ id, outcome }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.on('disconnect', () => void ledger.close());
process.send?.({ ready: true });

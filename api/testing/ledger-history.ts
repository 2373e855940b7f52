// A ledger with some history in it, and its super admin.
import { randomUUID } from 'node:crypto';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { Command } from '@sachet/shared/ledger/command';
import type {
  AdminLedgerEvent,
  AdminLedgerPage,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import type { StackOptions } from '../../dev/local/testing/stack.ts';
import type { Customer } from './client.ts';
import { openStack, type OpenStack } from './stack.ts';
import { createSuperAdmin } from './super-admin.ts';

type CommandFor = Command extends infer C
  ? C extends Command
    ? Omit<C, 'idempotencyKey' | 'actor'> & { actor?: string }
    : never
  : never;

export interface AuditedStack extends OpenStack {
  readonly ledger: Ledger;
  readonly admin: Customer;
  /** Appends the command and returns its event. */
  append(command: CommandFor): Promise<{ seq: number; position: number; walletId: string }>;
  /** Every page of the list, one after another. */
  list(query?: string): Promise<AdminLedgerEvent[]>;
  read<Body>(path: string): Promise<Body>;
}

export async function openAuditedStack(options: StackOptions): Promise<AuditedStack> {
  const open = await openStack(options);
  const ledger = createLedger({ connectionString: open.stack.database.appUrl });
  const admin = await createSuperAdmin(open);
  const read = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await admin.send<Body>(path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ...open,
    ledger,
    admin,
    read,
    async append(command) {
      const outcome = await ledger.append({
        actor: 'worker',
        idempotencyKey: randomUUID(),
        ...command,
      } as Command);
      if (!outcome.ok) throw new Error(`${command.type}: ${outcome.refusal}`);
      return outcome.event;
    },
    async list(query = '') {
      const events: AdminLedgerEvent[] = [];
      let after = '';
      for (;;) {
        const page = await read<AdminLedgerPage>(`/api/admin/ledger?${query}&after=${after}`);
        events.push(...page.items);
        if (page.next === null) return events;
        after = page.next;
      }
    },
    async stop() {
      await ledger.close();
      await open.stop();
    },
  };
}

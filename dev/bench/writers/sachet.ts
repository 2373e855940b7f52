/** The product's ledger, as API and workers use it. */
import type { Command } from '@sachet/shared/ledger/command';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import { toActor, fundsPaise, movements, type Movement, type Writer } from './writer.ts';

const projections = ['wallet', 'open_hold', 'member_month'];

/** `budgetedWallet` belongs to an organization whose members have budgets. */
export function sachet(connectionString: string, budgetedWallet: string): Writer {
  return {
    name: 'ledger',
    does: 'holds, budgets, hash chain, inline projections, NOTIFY, an outcome for each command',
    hasPool: false,
    tables: { events: ['ledger_event'], all: ['ledger_event', ...projections] },
    async prepare(owner, wallets) {
      await owner.query(
        `insert into wallet (id, owner_kind, owner_id)
         select id, case id when $2 then 'organization' else 'user' end, id from unnest($1::text[]) as id`,
        [wallets, budgetedWallet],
      );
      await owner.query(
        `insert into member_budget (wallet_id, member_uid, budget_paise)
         select $1, 'member_' || i, $2 from generate_series(0, 7) as i`,
        [budgetedWallet, fundsPaise],
      );
      const ledger = createLedger({ connectionString });
      // Funds 50 wallets at a time. With thousands of concurrent callers, V8 takes commands and events for
      // long-lived objects, allocates them in its old space from then on, and collects garbage for longer.
      for (let i = 0; i < wallets.length; i += 50) {
        const some = wallets.slice(i, i + 50);
        await Promise.all(some.map((walletId) => append(ledger, fund(walletId))));
      }
      await ledger.close();
    },
    async open() {
      const ledger = createLedger({ connectionString });
      return {
        caller(index, wallets) {
          const next = movements(index, wallets);
          return () => append(ledger, toCommand(next()));
        },
        close: () => ledger.close(),
      };
    },
  };
}

async function append(ledger: Ledger, command: Command): Promise<void> {
  const outcome = await ledger.append(command);
  if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.refusal}`);
}

function fund(walletId: string): Command {
  return {
    type: 'CreditSignupBonus',
    walletId,
    idempotencyKey: 'funds',
    actor: 'bench',
    amountPaise: fundsPaise,
  };
}

function toCommand(movement: Movement): Command {
  const { walletId, holdId, idempotencyKey } = movement;
  const base = { walletId, holdId, idempotencyKey, actor: toActor(movement) };
  if (movement.kind === 'HoldCaptured') return { ...base, type: 'CaptureHold' };
  return {
    ...base,
    type: 'PlaceHold',
    amountPaise: movement.heldPaise,
    tool: 'image',
    memberUid: movement.memberUid,
    generationId: holdId,
    expiresAtMs: Date.now() + 600_000,
  };
}

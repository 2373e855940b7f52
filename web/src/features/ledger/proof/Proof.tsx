import { Receipt, verifyReceiptWith, type ReceiptFault } from '@sachet/shared/ledger/receipt';
import { Check, ChevronRight, Minus, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Moment } from '../../../app/base/Moment';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';

/** Shows the verdict, and what was checked in a section that can be opened. */
export function Proof({
  checked,
  isOpen = false,
  children,
}: {
  checked: Checked;
  isOpen?: boolean;
  /** Content below the steps. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { verdict } = checked;
  const states = toStepStates(verdict);
  const isGood = verdict.outcome === 'good';
  return (
    <section className="rounded-xl border border-fold bg-packet px-4 sm:px-5">
      <p
        role="status"
        className={classes(
          'flex items-start gap-2 pt-4 font-semibold text-pretty',
          isGood ? 'text-leaf' : 'text-vermilion',
        )}
      >
        <Mark state={isGood ? 'good' : 'bad'} className="mt-0.5 size-5" />
        {t(verdict.outcome === 'bad' ? `proof.fault.${verdict.fault}` : `proof.${verdict.outcome}`)}
      </p>
      {/* If a check failed, the section is open and shows which one. */}
      <details open={isOpen || verdict.outcome === 'bad'} className="group pb-1">
        <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 text-note font-semibold [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 transition-transform duration-150 group-open:rotate-90"
          />
          {t('proof.show')}
        </summary>
        <div className="grid gap-5 pt-1 pb-4">
          <ol aria-label={t('proof.checked')} className="grid gap-3">
            {steps.map((step, i) => (
              <Step key={step} state={states[i]!} step={step} checked={checked} />
            ))}
          </ol>
          {children}
        </div>
      </details>
    </section>
  );
}

function Step({
  state,
  step,
  checked: { receipt },
}: {
  state: StepState;
  step: (typeof steps)[number];
  checked: Checked;
}) {
  const { t } = useTranslation();
  const { checkpoint, head, laterDigestsHex } = receipt;
  const facts = {
    head_differs: { count: laterDigestsHex.length, hash: head.headHex },
    not_in_checkpoint: { hash: checkpoint.merkleRootHex },
    signature_invalid: { key: checkpoint.keyId, hash: receipt.signatureHex },
  }[step];
  const word = step === 'head_differs' && laterDigestsHex.length === 0 ? 'head_alone' : step;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3">
      <Mark state={state} className="mt-1 size-4" />
      <div className="min-w-0">
        <p>
          {t(`proof.step.${word}`, { ...facts, number: checkpoint.number })}
          <span className="sr-only">{` ${t(`proof.state.${state}`)}`}</span>
        </p>
        {step === 'signature_invalid' && (
          <p className="text-note text-ink-soft">
            <Moment timestamp={new Date(checkpoint.createdAtMs).toISOString()} />
          </p>
        )}
        <p className="font-mono text-note wrap-anywhere text-ink-soft">{facts.hash}</p>
      </div>
    </li>
  );
}

const marks = {
  good: { Icon: Check, look: 'text-leaf' },
  bad: { Icon: X, look: 'text-vermilion' },
  unchecked: { Icon: Minus, look: 'text-ink-soft' },
};

function Mark({ state, className }: { state: StepState; className: string }) {
  const { Icon, look } = marks[state];
  return <Icon aria-hidden className={classes('shrink-0', look, className)} />;
}

/**
 * Checks a receipt. Returns undefined while the check runs or while its input is missing. If the key is
 * unknown, it may be newer than the loaded keys, so the keys are read again once per receipt before the
 * receipt counts as invalid. `readKeysAgain` returns undefined if reading fails.
 */
export function useChecked(
  receipt: Receipt | undefined,
  publicKeysHex: readonly string[] | undefined,
  readKeysAgain: () => Promise<readonly string[] | undefined>,
): Checked | undefined {
  const [checked, setChecked] = useState<Checked>();
  const readAgainFor = useRef<Receipt>(undefined);
  const readAgain = useEffectEvent(async (receipt: Receipt) => {
    if (readAgainFor.current === receipt) return undefined;
    readAgainFor.current = receipt;
    return readKeysAgain().catch(() => undefined);
  });
  useEffect(() => {
    let isOld = false;
    async function check(receipt: Receipt, known: readonly string[]) {
      const first = await checkReceipt(receipt, known);
      const isKeyUnknown =
        first.verdict.outcome === 'bad' && first.verdict.fault === 'signature_invalid';
      const newer = isKeyUnknown && !isOld ? await readAgain(receipt) : undefined;
      const done = newer ? await checkReceipt(receipt, newer) : first;
      if (!isOld) setChecked(done);
    }
    if (receipt && publicKeysHex) void check(receipt, publicKeysHex);
    return () => {
      isOld = true;
    };
  }, [receipt, publicKeysHex]);
  return checked?.receipt === receipt ? checked : undefined;
}

type Verdict =
  | { readonly outcome: 'good' }
  | { readonly outcome: 'bad'; readonly fault: ReceiptFault }
  /** The browser cannot check Ed25519 signatures, or only on secure pages. */
  | { readonly outcome: 'unsupported' };

interface Checked {
  readonly receipt: Receipt;
  readonly verdict: Verdict;
}

async function checkReceipt(receipt: Receipt, publicKeysHex: readonly string[]): Promise<Checked> {
  try {
    const verdict = await verifyReceiptWith(receipt, publicKeysHex, crypto.subtle);
    return {
      receipt,
      verdict: verdict.ok ? { outcome: 'good' } : { outcome: 'bad', fault: verdict.fault },
    };
  } catch {
    return { receipt, verdict: { outcome: 'unsupported' } };
  }
}

const bytesMax = 20 * 1024 * 1024;

/** Parses a file; returns null if it is not a receipt. */
export async function readReceiptFile(file: File): Promise<Receipt | null> {
  if (file.size > bytesMax) return null;
  try {
    return Receipt.parse(JSON.parse(await file.text()));
  } catch {
    return null;
  }
}

export const toReceiptFile = (receipt: Receipt): Blob =>
  new Blob([JSON.stringify(receipt, null, 2), '\n'], { type: 'application/json' });

/** The steps in the order in which they are checked. */
const steps = ['head_differs', 'not_in_checkpoint', 'signature_invalid'] as const;

type StepState = 'good' | 'bad' | 'unchecked';

/**
 * Returns the state of each step. The first failed check ends the verification, and later steps are not
 * checked.
 */
function toStepStates(verdict: Verdict): StepState[] {
  if (verdict.outcome === 'good') return steps.map(() => 'good');
  if (verdict.outcome === 'unsupported') return steps.map(() => 'unchecked');
  const at = steps.findIndex((step) => step === verdict.fault);
  return steps.map((_, i) => (i < at ? 'good' : i === at ? 'bad' : 'unchecked'));
}

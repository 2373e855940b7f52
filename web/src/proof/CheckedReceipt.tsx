import { rupeesFromPaise } from '@sachet/shared/money';
import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Moment } from '../app/Moment';
import { useTranslation } from '../i18n/translate';
import { classes } from '../ui/classes';
import { Money, SignedMoney } from '../ui/Money';
import { Packet } from '../ui/Packet';
import { steps, toStepStates, type Checked, type StepState } from './check';

/** What the receipt says, whether it is good, and each thing that was checked for that. */
export function CheckedReceipt({ checked }: { checked: Checked }) {
  const { t } = useTranslation();
  const { receipt, verdict } = checked;
  const { event } = receipt;
  const states = toStepStates(verdict);
  const isGood = verdict.outcome === 'good';
  // Money that is only set aside, or is no longer: said once, in the words of the entry's kind.
  const isAside = event.amountPaise === 0 && event.heldPaise !== 0;
  return (
    <Packet>
      <div className="grid gap-5 p-5 pt-8 sm:p-6 sm:pt-9">
        <p
          role="status"
          className={classes(
            'flex items-start gap-2 text-lead font-bold text-pretty',
            isGood ? 'text-leaf' : 'text-vermilion',
          )}
        >
          <Mark state={isGood ? 'good' : 'bad'} className="mt-1 size-5" />
          {t(
            verdict.outcome === 'bad' ? `proof.fault.${verdict.fault}` : `proof.${verdict.outcome}`,
          )}
        </p>
        <dl className="grid gap-y-1.5">
          <Line name={t(`statement.${event.kind}`)}>
            <SignedMoney
              rupees={rupeesFromPaise(isAside ? event.heldPaise : event.amountPaise)}
              className="font-bold"
            />
          </Line>
          {!isAside && event.heldPaise !== 0 && (
            <Line name={t('proof.held')}>
              <SignedMoney rupees={rupeesFromPaise(event.heldPaise)} />
            </Line>
          )}
          <Line name={t('statement.balance')}>
            <Money rupees={rupeesFromPaise(event.balanceAfterPaise)} />
          </Line>
          <Line name={t('proof.recorded')}>
            <Moment timestamp={new Date(event.recordedAtMs).toISOString()} />
          </Line>
          <Line name={t('proof.number')}>
            <span className="tabular-nums">{event.seq}</span>
          </Line>
        </dl>
        <ol
          aria-label={t('proof.checked')}
          className="grid gap-3 border-t border-dashed border-fold pt-4"
        >
          {steps.map((step, i) => (
            <Step key={step} state={states[i]!} step={step} checked={checked} />
          ))}
        </ol>
      </div>
    </Packet>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="ml-auto text-right">{children}</dd>
    </div>
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
  const { checkpoint, head, laterDigestsHex, path } = receipt;
  const facts = {
    head_differs: { later: laterDigestsHex.length, hash: head.headHex },
    not_in_checkpoint: { path: path.length, hash: checkpoint.merkleRootHex },
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

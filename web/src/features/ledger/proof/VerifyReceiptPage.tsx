import type { Receipt } from '@sachet/shared/ledger/receipt';
import { FileCheck2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePublicKeys } from '../../../api/proof';
import { paths } from '../../../app/base/paths';
import { useSession } from '../../../app/session/session';
import { usePageTitle } from '../../../browser/page-title';
import { useTranslation } from '../../../i18n/translate';
import { Button, buttonClasses } from '../../../ui/Button';
import { FieldError, TextField } from '../../../ui/Field';
import { NumberedSteps } from '../../../ui/NumberedSteps';
import { Section } from '../../../ui/Section';
import { Proof, readReceiptFile, useChecked } from './Proof';
import { Slip, toEntryFacts } from './Slip';

/** Checks a receipt of any user. The receipt stays in the browser, and the check needs no network. */
export function VerifyReceiptPage() {
  const { t } = useTranslation();
  usePageTitle(t('common.checkReceipt'));
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-8 px-4 pt-8 sm:px-6 md:pt-12">
      <div className="grid max-w-3xl gap-2">
        <h1 className="text-title font-bold">{t('common.checkReceipt')}</h1>
        <p className="text-lead text-pretty text-ink-soft">{t('proof.verifyText')}</p>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-5">
          <Checker />
        </div>
        <Steps />
      </div>
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        <Words title={t('proof.provesTitle')} lines={['proves1', 'proves2', 'proves3']} />
        <Words title={t('proof.notTitle')} lines={['not1', 'not2', 'not3']} />
        <Words title={t('proof.keepTitle')} lines={['keep1', 'keep2', 'keep3']}>
          <a
            href="/api/checkpoints"
            className="inline-flex min-h-11 items-center font-mono text-note font-semibold wrap-anywhere underline underline-offset-2"
          >
            {`${window.location.origin}/api/checkpoints`}
          </a>
        </Words>
      </div>
    </div>
  );
}

const steps = ['how1', 'how2', 'how3'] as const;

/** Explains where the file comes from and how it is checked. */
function Steps() {
  const { t } = useTranslation();
  const { status } = useSession();
  return (
    <Section title={t('proof.howTitle')}>
      <NumberedSteps steps={steps.map((step) => t(`proof.${step}`))} />
      {status === 'signed-in' && (
        <Link
          to={paths.wallet}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold underline underline-offset-2"
        >
          {t('wallet.seeStatement')}
        </Link>
      )}
    </Section>
  );
}

function Checker() {
  const { t } = useTranslation();
  const id = useId();
  const keys = usePublicKeys();
  const [receipt, setReceipt] = useState<Receipt>();
  const [fileName, setFileName] = useState<string>();
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [typed, setTyped] = useState<readonly string[]>();
  const checked = useChecked(receipt, keys.data ?? typed, () => keys.mutate());

  async function read(file: File | undefined) {
    setFileName(file?.name);
    const found = file && (await readReceiptFile(file));
    setReceipt(found ?? undefined);
    setIsUnreadable(found === null);
  }

  return (
    <>
      <div className="grid min-w-0 gap-1">
        <div className="relative grid justify-items-center gap-3 rounded-xl border-[1.5px] border-dashed border-edge bg-packet px-6 py-10 text-center has-aria-invalid:border-vermilion has-focus-visible:outline-[2.5px] has-focus-visible:outline-ink sm:py-14">
          <FileCheck2 aria-hidden strokeWidth={1.5} className="size-12 text-ink-soft" />
          <span className="max-w-full font-semibold wrap-anywhere">
            {fileName ?? t('proof.file')}
          </span>
          {/* The browser's own button would speak the browser's language. */}
          <span aria-hidden className={buttonClasses({ look: fileName ? 'outline' : 'ink' })}>
            {t('proof.choose')}
          </span>
          <span id={`${id}-hint`} className="max-w-md text-note text-pretty text-ink-soft">
            {t('proof.stays')}
          </span>
          {/* Over the whole box, so that a file can be dropped on it. */}
          <input
            type="file"
            accept=".json,application/json"
            aria-label={t('proof.file')}
            aria-invalid={isUnreadable || undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={({ target }) => void read(target.files?.[0])}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </div>
        <FieldError id={`${id}-error`}>{isUnreadable && t('proof.unreadable')}</FieldError>
      </div>
      {keys.error && !keys.data && (
        <TypedKey
          onTyped={(key) => setTyped(key === null ? undefined : [key])}
          onRetry={() => void keys.mutate()}
        />
      )}
      {checked && (
        <>
          <Proof isOpen checked={checked} />
          <Slip facts={toEntryFacts(checked.receipt.event)} />
        </>
      )}
    </>
  );
}

/** If the published keys cannot be loaded, the user can enter a key from elsewhere in this field. */
function TypedKey({
  onTyped,
  onRetry,
}: {
  onTyped: (keyHex: string | null) => void;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-3">
      <TextField
        label={t('proof.publicKey')}
        hint={t('proof.publicKeyHint')}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => {
          const key = target.value.trim().toLowerCase();
          onTyped(/^[0-9a-f]{64}$/.test(key) ? key : null);
        }}
      />
      <Button look="outline" className="justify-self-start" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}

type Word =
  'proves1' | 'proves2' | 'proves3' | 'not1' | 'not2' | 'not3' | 'keep1' | 'keep2' | 'keep3';

function Words({
  title,
  lines,
  children,
}: {
  title: string;
  lines: readonly Word[];
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Section title={title} className="border-t border-fold pt-5">
      <ul className="grid list-disc gap-1.5 pl-5 text-pretty">
        {lines.map((line) => (
          <li key={line}>{t(`proof.${line}`)}</li>
        ))}
      </ul>
      {children}
    </Section>
  );
}

import type { Receipt } from '@sachet/shared/ledger/receipt';
import { useId, useState, type ReactNode } from 'react';
import { usePublicKeys } from '../../../api/proof';
import { usePageTitle } from '../../../browser/page-title';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { FieldError, inputClasses, TextField } from '../../../ui/Field';
import { CheckedReceipt, readReceiptFile, useChecked } from './CheckedReceipt';

/** Checks a receipt of any user. The receipt stays in the browser, and the check needs no network. */
export function VerifyReceiptPage() {
  const { t } = useTranslation();
  usePageTitle(t('common.checkReceipt'));
  return (
    <div className="grid reading grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <div>
        <h1 className="text-title font-bold">{t('common.checkReceipt')}</h1>
        <p className="text-ink-soft">{t('proof.verifyText')}</p>
      </div>
      <Checker />
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
        <label htmlFor={id} className="text-note font-semibold">
          {t('proof.file')}
        </label>
        {/* The browser's own button would speak the browser's language. */}
        <span
          className={`${inputClasses} relative flex items-center gap-3 has-aria-invalid:border-vermilion has-focus-visible:outline-[2.5px] has-focus-visible:outline-ink`}
        >
          <span aria-hidden className="shrink-0 rounded bg-sunk px-2 font-semibold">
            {t('proof.choose')}
          </span>
          <span className="min-w-0 truncate text-ink-soft">{fileName}</span>
          <input
            id={id}
            type="file"
            accept=".json,application/json"
            aria-invalid={isUnreadable || undefined}
            aria-describedby={`${id}-error`}
            onChange={({ target }) => void read(target.files?.[0])}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </span>
        <FieldError id={`${id}-error`}>{isUnreadable && t('proof.unreadable')}</FieldError>
      </div>
      {keys.error && !keys.data && (
        <TypedKey
          onTyped={(key) => setTyped(key === null ? undefined : [key])}
          onRetry={() => void keys.mutate()}
        />
      )}
      {checked && <CheckedReceipt isProofOpen checked={checked} />}
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
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2 border-t border-fold pt-5">
      <h2 id={id} className="text-lead font-bold">
        {title}
      </h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-pretty">
        {lines.map((line) => (
          <li key={line}>{t(`proof.${line}`)}</li>
        ))}
      </ul>
      {children}
    </section>
  );
}

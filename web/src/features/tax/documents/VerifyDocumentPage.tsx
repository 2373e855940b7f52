import { type VerifiedDocument, VerifyDocumentQuery } from '@sachet/shared/tax/contracts/documents';
import { BadgeCheck, SearchX } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { isFailure } from '../../../api/failure';
import { usePublicApi } from '../../../api/use-api';
import { LoadError } from '../../../app/base/Loaded';
import { paths } from '../../../app/base/paths';
import { usePageTitle } from '../../../browser/page-title';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { TextField } from '../../../ui/Field';
import { Money } from '../../../ui/Money';
import { Notice } from '../../../ui/Notice';
import { NumberedSteps } from '../../../ui/NumberedSteps';
import { Packet } from '../../../ui/Packet';
import { Section } from '../../../ui/Section';
import { Skeleton } from '../../../ui/Skeleton';
import { DrawnBill } from './DrawnBill';

type Draft = { number: string; code: string };

const isWhole = (draft: Draft) => VerifyDocumentQuery.safeParse(draft).success;

/** Confirms a document to anyone who has it. The code on it opens this page with its number and SHA-256. */
export function VerifyDocumentPage() {
  const { t } = useTranslation();
  usePageTitle(t('bills.verify'));
  const { number = '' } = useParams();
  const [params] = useSearchParams();
  const [initial, setInitial] = useState<Draft>({
    number: number.replaceAll('-', '/'),
    code: params.get('code') ?? '',
  });
  /** The last question. A scanned code asks it without the form. */
  const [asked, setAsked] = useState<Draft | null>(() => (isWhole(initial) ? initial : null));
  const [isScanned, setIsScanned] = useState(asked !== null);
  const read = usePublicApi('GET /api/document/verify', asked, {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  const isUnknown = isFailure(read.error, 'not_found', 'invalid');

  function ask(next: Draft) {
    setIsScanned(false);
    // The same question again is another try.
    if (next.number === asked?.number && next.code === asked.code) void read.mutate();
    else setAsked(next);
  }

  function begin() {
    setInitial({ number: '', code: '' });
    setAsked(null);
    setIsScanned(false);
  }

  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-8 px-4 pt-8 sm:px-6 md:pt-12">
      <div className="grid max-w-3xl gap-2">
        <h1 className="text-title font-bold">{t('bills.verify')}</h1>
        <p className="text-lead text-pretty text-ink-soft">{t('bills.verifyText')}</p>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-5">
          {read.data ? (
            <Genuine document={read.data} isFocused={!isScanned} onAnother={begin} />
          ) : isScanned && !read.error ? (
            <div role="status">
              <span className="sr-only">{t('shell.loading')}</span>
              <Skeleton className="h-136 w-full rounded-xl" />
            </div>
          ) : (
            <>
              {isUnknown && <Unknown />}
              {read.error && !isUnknown && (
                <LoadError
                  title={t('bills.verifyFailed')}
                  error={read.error}
                  onRetry={() => read.mutate()}
                />
              )}
              <Form
                initial={initial}
                isFocused={initial.number === ''}
                busy={read.isValidating}
                onAsk={ask}
              />
            </>
          )}
        </div>
        <Section title={t('bills.howTitle')}>
          <NumberedSteps steps={[t('bills.how1'), t('bills.how2'), t('bills.how3')]} />
        </Section>
      </div>
    </div>
  );
}

/** The two fields, beside a picture that shows where both are printed. */
function Form({
  initial,
  isFocused,
  busy,
  onAsk,
}: {
  initial: Draft;
  isFocused: boolean;
  busy: boolean;
  onAsk: (draft: Draft) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(initial);
  const [faults, setFaults] = useState<Partial<Record<keyof Draft, boolean>>>({});
  const field = useInitialFocus<HTMLInputElement>(isFocused);

  function submit(event: FormEvent) {
    event.preventDefault();
    const { error } = VerifyDocumentQuery.safeParse(typed);
    const found = new Set(error?.issues.map(({ path }) => path[0]));
    setFaults({ number: found.has('number'), code: found.has('code') });
    if (!error) onAsk(typed);
  }

  return (
    <div className="grid overflow-hidden rounded-2xl border border-fold bg-packet sm:grid-cols-[minmax(0,1fr)_auto]">
      <form noValidate onSubmit={submit} className="grid content-center gap-4 p-5 sm:p-8">
        <TextField
          label={t('bills.numberLabel')}
          hint={t('bills.numberHint')}
          value={typed.number}
          maxLength={20}
          ref={field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          inputClassName="tabular-nums"
          error={faults.number ? t('bills.numberFault') : undefined}
          onChange={({ target }) => setTyped({ ...typed, number: target.value })}
        />
        <TextField
          label={t('bills.code')}
          hint={t('bills.codeHint')}
          value={typed.code}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputClassName="font-mono"
          error={faults.code ? t('bills.codeFault') : undefined}
          onChange={({ target }) =>
            setTyped({ ...typed, code: target.value.replaceAll(/\s/g, '') })
          }
        />
        <Button type="submit" busy={busy} className="justify-self-start">
          {t('bills.check')}
        </Button>
      </form>
      <div className="grid justify-items-center bg-print-jade p-8 max-sm:hidden">
        <DrawnBill hasMarks />
      </div>
    </div>
  );
}

/** Focuses an element that replaces the one with the focus. */
function useInitialFocus<Focused extends HTMLElement>(isWanted: boolean) {
  const element = useRef<Focused>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, [isWanted]);
  return element;
}

/** Shows the facts of a genuine bill, which the user compares with the paper. */
function Genuine({
  document: { kind, number, day, amount, supplier },
  isFocused,
  onAnother,
}: {
  document: VerifiedDocument;
  isFocused: boolean;
  onAnother: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const heading = useInitialFocus<HTMLHeadingElement>(isFocused);
  return (
    <Packet>
      <div className="grid gap-5 p-5 pt-8 sm:p-8 sm:pt-10">
        <div
          role="status"
          className="flex items-center gap-3 rounded-xl bg-leaf-wash px-4 py-3 text-leaf"
        >
          <BadgeCheck aria-hidden className="size-7 shrink-0" />
          <h2 ref={heading} tabIndex={-1} className="text-lead font-bold outline-none">
            {t('bills.genuine')}
          </h2>
        </div>
        <DescriptionList className="grid divide-y divide-fold *:py-2 *:first:pt-0">
          <Description name={t('studioCommon.amount')} className="figure-display font-extrabold">
            <Money rupees={amount} />
          </Description>
          <Description inline name={t('bills.bill')} className="font-semibold">
            {t(`bills.kind.${kind}`)}
          </Description>
          <Description
            inline
            name={t('studioCommon.number')}
            className="font-semibold tabular-nums"
          >
            {number}
          </Description>
          <Description inline name={t('bills.day')} className="font-semibold">
            <time dateTime={day}>{formatIndianDay(day, language)}</time>
          </Description>
          <Description inline name={t('bills.issuedBy')} className="font-semibold wrap-anywhere">
            {supplier.name}
          </Description>
          {supplier.gstin && (
            <Description inline name="GSTIN" className="font-semibold tabular-nums">
              {supplier.gstin}
            </Description>
          )}
        </DescriptionList>
        <p className="text-pretty text-ink-soft">{t('bills.compare')}</p>
        <Button look="outline" className="justify-self-start" onClick={onAnother}>
          {t('bills.another')}
        </Button>
      </div>
    </Packet>
  );
}

function Unknown() {
  const { t } = useTranslation();
  return (
    <Notice role="alert" tone="bad" className="grid gap-2">
      <h2 className="flex items-start gap-3 text-lead font-bold text-vermilion">
        <SearchX aria-hidden className="mt-0.5 size-6 shrink-0" />
        {t('bills.unknown')}
      </h2>
      <p className="text-pretty">{t('bills.unknownText')}</p>
      <Link
        to={paths.contact}
        className="inline-flex min-h-11 items-center justify-self-start font-semibold underline underline-offset-2"
      >
        {t('bills.tellUs')}
      </Link>
    </Notice>
  );
}

import type { AdminGrowth, Campaign } from '@sachet/shared/people/contracts/growth';
import { formatPrice } from '@sachet/shared/money';
import { useState, type FormEvent } from 'react';
import { api } from '../../../api/client';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { FieldError } from '../../../ui/Field';
import { Skeleton } from '../../../ui/Skeleton';
import { AdminPage } from '../../admin/frame/AdminPage';
import { useConfirmedAction } from '../../admin/frame/confirm';
import { CompactField } from '../../admin/frame/fields';
import { GiftCodes } from './GiftCodes';

/** The campaign for bringing friends with its figures, and the gift codes. */
export function GrowthPage() {
  const { t } = useTranslation();
  const read = useApi('GET /api/admin/growth');
  return (
    <AdminPage page="growth">
      <Loaded
        compact
        read={read}
        failed={t('adminGrowth.failed')}
        loading={
          <div className="grid gap-4 lg:grid-cols-2">
            <Skeleton className="h-96" />
            <Skeleton className="h-96" />
          </div>
        }
      >
        {(data) => (
          <div className="grid items-start gap-8 lg:grid-cols-[22rem_minmax(0,1fr)]">
            <CampaignForm
              key={JSON.stringify(data.campaign)}
              data={data}
              onSettled={() => read.mutate()}
            />
            <GiftCodes data={data} onSettled={() => read.mutate()} />
          </div>
        )}
      </Loaded>
    </AdminPage>
  );
}

const amounts = [
  'friendGets',
  'inviterGets',
  'minimumTopUp',
  'friendsAtMost',
  'dailyBudget',
] as const satisfies (keyof Campaign)[];

/** As in `shared/people/referral.ts`, whose import would be another chunk. */
const statuses = ['joined', 'waiting', 'credited', 'ended'] as const;

type Draft = Record<(typeof amounts)[number], string>;

/** The terms for friends who sign up from now on. The server checks that they fit together. */
function CampaignForm({
  data: { campaign, usedToday, referrals, windowDays, campaignLimit },
  onSettled,
}: {
  data: AdminGrowth;
  onSettled: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(campaign.isOn);
  const [draft, setDraft] = useState<Draft>(
    () => Object.fromEntries(amounts.map((name) => [name, String(campaign[name])])) as Draft,
  );
  const [reason, setReason] = useState('');
  const { data: me } = useApi('GET /api/admin/me');
  const { ask, error, dialog } = useConfirmedAction(onSettled);
  const numbers = Object.fromEntries(amounts.map((name) => [name, Number(draft[name])])) as Record<
    (typeof amounts)[number],
    number
  >;
  /** One friend never brings more than was paid in, and a day's budget has room for one. */
  const isBelowBoth = (name: keyof Draft) =>
    (name === 'minimumTopUp' || name === 'dailyBudget') &&
    numbers[name] < numbers.friendGets + numbers.inviterGets;
  /** Above what one admin gives alone, a reason is stored and a second super admin approves, if there is one. */
  const isLarge = isOn && numbers.dailyBudget > campaignLimit;
  const why = reason.trim();
  const isValid =
    amounts.every((name) => numbers[name] > 0 && !isBelowBoth(name)) && !(isLarge && why === '');
  const isChanged =
    isOn !== campaign.isOn || amounts.some((name) => numbers[name] !== campaign[name]);

  function submit(event: FormEvent) {
    event.preventDefault();
    let wasProposed = false;
    const body = { isOn, ...numbers, ...(isLarge && { reason: why }) };
    ask({
      question: (
        <DescriptionList>
          <Description name={t('adminGrowth.isOn')} inline>
            {isOn ? '✓' : '–'}
          </Description>
          {amounts.map((name) => (
            <Description key={name} name={t(`adminGrowth.${name}`)} inline>
              {draft[name]}
            </Description>
          ))}
        </DescriptionList>
      ),
      steps: [
        {
          act: async () => {
            wasProposed = (await api('POST /api/admin/campaign', { body })).proposal !== null;
          },
          failed: t('adminGrowth.saveFailed'),
        },
      ],
      done: () => t(wasProposed ? 'adminUsers.creditsProposed' : 'adminCommon.saved'),
      onDone: () => setReason(''),
    });
  }

  return (
    <section aria-labelledby="campaign-title" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="campaign-title" className="text-lead font-bold">
          {t('studioCommon.bringFriend')}
        </h2>
        <p className="text-note text-pretty text-ink-soft">
          {t('adminGrowth.campaignText', { days: windowDays })}
        </p>
      </div>
      <DescriptionList className="grid grid-cols-2 gap-3 rounded-lg border border-fold bg-packet p-3">
        {statuses.map((status) => (
          <Description
            key={status}
            name={t(`adminGrowth.${status}`)}
            className="font-bold tabular-nums"
          >
            {referrals[status] ?? 0}
          </Description>
        ))}
      </DescriptionList>
      <p className="text-note font-semibold tabular-nums">
        {t('adminGrowth.usedToday', {
          used: formatPrice(usedToday),
          budget: formatPrice(campaign.dailyBudget),
        })}
      </p>
      <form className="grid gap-3" onSubmit={submit}>
        <div>
          <label className="flex min-h-11 items-center gap-3 font-semibold">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-ink"
              checked={isOn}
              aria-describedby="campaign-on-hint"
              onChange={({ target }) => setOn(target.checked)}
            />
            {t('adminGrowth.isOn')}
          </label>
          <p id="campaign-on-hint" className="text-note text-ink-soft">
            {t('adminGrowth.isOnHint')}
          </p>
        </div>
        {amounts.map((name) => (
          <CompactField
            key={name}
            label={t(`adminGrowth.${name}`)}
            inputMode="decimal"
            value={draft[name]}
            error={isBelowBoth(name) ? t('adminGrowth.least') : null}
            onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {isLarge && (
          <CompactField
            label={t('studioCommon.reason')}
            hint={t(me?.decidesAlone ? 'adminUsers.decidedAlone' : 'adminUsers.needsSecond')}
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
        )}
        <FieldError>{error}</FieldError>
        <Button
          type="submit"
          size="compact"
          className="justify-self-start"
          disabled={!isValid || !isChanged}
        >
          {t('studioCommon.save')}
        </Button>
      </form>
      {dialog}
    </section>
  );
}

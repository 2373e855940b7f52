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
import { Section } from '../../../ui/Section';
import { Figure, Figures } from '../../../ui/Figures';
import { AdminPage } from '../../admin/frame/AdminPage';
import { useConfirmedAction } from '../../admin/frame/confirm';
import { CompactField, useDraft } from '../../admin/frame/fields';
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
          <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
            <Referrals data={data} />
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

/** The friends who came so far, by what became of them, and what was given today. */
function Referrals({ data: { campaign, usedToday, referrals } }: { data: AdminGrowth }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-1.5 col-span-full">
      <Figures className="grid-cols-2 sm:grid-cols-4">
        {statuses.map((status) => (
          <Figure key={status} name={t(`adminGrowth.${status}`)}>
            {referrals[status] ?? 0}
          </Figure>
        ))}
      </Figures>
      <p className="text-note text-ink-soft tabular-nums">
        {t('adminGrowth.usedToday', {
          used: formatPrice(usedToday),
          budget: formatPrice(campaign.dailyBudget),
        })}
      </p>
    </div>
  );
}

type Texts = Record<(typeof amounts)[number], string>;

/** The terms for friends who sign up from now on. The server checks that they fit together. */
function CampaignForm({
  data: { campaign, windowDays, campaignLimit },
  onSettled,
}: {
  data: AdminGrowth;
  onSettled: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(campaign.isOn);
  const texts = Object.fromEntries(amounts.map((name) => [name, String(campaign[name])])) as Texts;
  const { draft, change, field } = useDraft({ ...texts, reason: '' });
  const { data: me } = useApi('GET /api/admin/me');
  const { ask, error, dialog } = useConfirmedAction(onSettled);
  const numbers = Object.fromEntries(amounts.map((name) => [name, Number(draft[name])])) as Record<
    (typeof amounts)[number],
    number
  >;
  /** One friend never brings more than was paid in, and a day's budget has room for one. */
  const isBelowBoth = (name: keyof Texts) =>
    (name === 'minimumTopUp' || name === 'dailyBudget') &&
    numbers[name] < numbers.friendGets + numbers.inviterGets;
  /** Above what one admin gives alone, a reason is stored and a second super admin approves, if there is one. */
  const isLarge = isOn && numbers.dailyBudget > campaignLimit;
  const why = draft.reason.trim();
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
      onDone: () => change({ reason: '' }),
    });
  }

  return (
    <Section
      title={t('studioCommon.bringFriend')}
      text={t('adminGrowth.campaignText', { days: windowDays })}
    >
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
        <div className="grid grid-cols-2 items-end gap-3">
          {amounts.map((name) => (
            <CompactField
              key={name}
              {...field(name, t(`adminGrowth.${name}`))}
              inputMode="decimal"
              error={isBelowBoth(name) ? t('adminGrowth.least') : null}
            />
          ))}
        </div>
        {isLarge && (
          <CompactField
            {...field('reason', t('studioCommon.reason'))}
            hint={t(me?.decidesAlone ? 'adminUsers.decidedAlone' : 'adminUsers.needsSecond')}
            maxLength={500}
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
    </Section>
  );
}

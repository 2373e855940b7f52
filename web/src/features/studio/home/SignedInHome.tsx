import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { formatRupees } from '@sachet/shared/money';
import { ArrowRight, MessageCircle, Store } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { useConversations } from '../../../api/chat';
import { useApi } from '../../../api/use-api';
import { LoadError } from '../../../app/base/Loaded';
import { useBrand } from '../brand/brand';
import { useStore } from '../../../browser/store';
import { recentPrompts } from '../form/RecentPrompts';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { saveImageDraft, readImageDraft } from '../pictures/image-prompt';
import { Skeleton } from '../../../ui/Skeleton';
import { Section } from '../../../ui/Section';
import { LowBalance } from '../../wallet/LowBalance';
import { Examples } from '../examples/lazy-examples';
import { Pair } from '../examples/Pair';
import { useExamplePrompt } from '../examples/use-example-prompt';
import { Recent, recentMax, Sealed, sealedMax } from './OwnWork';
import { PromptBox } from './PromptBox';
import { ToolCards, ToolLines } from './ToolCards';

const favouritesMax = 4;

/**
 * The home of a signed-in user, with the tools, the prompt box, newest results and previews, shop, last chat, this
 * month's spending and prompts.
 */
export function SignedInHome({ profile }: { profile: UserProfile }) {
  const { t } = useTranslation();
  const kept = useApi('GET /api/library', { state: 'kept', limit: recentMax });
  const previews = useApi('GET /api/library', { state: 'preview', limit: sealedMax });
  const { prompt, shown, change } = useExamplePrompt();
  // Until both are known, the place of the results would change.
  const isLoading = kept.isLoading || previews.isLoading;
  const recent = isLoading ? undefined : kept.data?.items;
  const made = isLoading ? [] : (previews.data?.items ?? []);
  const sealed = made.filter(({ pictureUrl }) => pictureUrl !== null);
  const isNew = recent?.length === 0 && sealed.length === 0;
  const failed = kept.error && !kept.data;
  return (
    <>
      <h1 className="text-title font-bold">{t('mine.hello', { name: profile.firstName })}</h1>
      <ToolCards />
      <LowBalance />
      {/* On a desk, the shop, the last chat and the other tools are below the box, beside the work. */}
      <div className="grid grid-cols-1 items-start gap-6 sm:gap-8 lg:grid-cols-[minmax(0,34rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-14">
        <div className="max-w-xl">
          <PromptBox prompt={prompt} example={shown} onPrompt={change} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6 sm:gap-8 lg:row-span-2">
          {isNew && <Pair example={shown} />}
          {!failed && recent?.length !== 0 && (
            <Recent items={recent} onStale={() => void kept.mutate()} />
          )}
          {sealed.length > 0 && <Sealed items={sealed} onStale={() => void previews.mutate()} />}
        </div>
        <div className="grid max-w-xl gap-6 lg:col-start-1 lg:row-start-2">
          {!isNew && (
            <>
              <Shop />
              <LastChat />
              <Month spent={profile.spentThisMonth} />
            </>
          )}
          <ToolLines />
        </div>
      </div>
      {failed && (
        <LoadError title={t('library.failed')} error={kept.error} onRetry={() => kept.mutate()} />
      )}
      {!isNew && <Prompts />}
      <Examples isSecondary onPick={change} />
    </>
  );
}

function Month({ spent }: { spent: number }) {
  const { t } = useTranslation();
  const { data: month } = useApi('GET /api/library/month');
  if (!month) return <Skeleton className="h-5 w-56" />;
  const { pictures, texts, chatBlocks } = month;
  const parts = [
    t('mine.month', { amount: formatRupees(spent) }),
    pictures > 0 && t('sold.image.count', { count: pictures }),
    texts > 0 && t('mine.texts', { count: texts }),
    chatBlocks > 0 && t('sold.chat.count', { count: chatBlocks }),
  ];
  return (
    <p className="text-note text-ink-soft tabular-nums">{parts.filter(Boolean).join(' · ')}</p>
  );
}

/** Shows the shop that the pictures name, or offers to name one. */
function Shop() {
  const { t } = useTranslation();
  const { data } = useBrand();
  if (!data || (!data.kit && !data.mayEdit)) return null;
  const { kit } = data;
  return (
    <Link
      to={paths.brand}
      className="flex min-h-16 items-center gap-3 rounded-xl border border-fold bg-packet px-3 py-2 hover:border-edge sm:px-4"
    >
      {kit?.logoUrl ? (
        <img
          src={kit.logoUrl}
          alt=""
          className="size-11 shrink-0 rounded-lg border border-fold bg-[#fff] object-contain p-0.5"
        />
      ) : (
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-lg bg-print-jade"
        >
          <Store className="size-5" />
        </span>
      )}
      <span className="grid min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold wrap-anywhere">
          {kit?.name ?? t('mine.shop')}
        </span>
        <span className="text-note text-ink-soft">
          {t(kit ? 'mine.shopReady' : 'mine.shopText')}
        </span>
      </span>
      <ArrowRight aria-hidden className="size-4 shrink-0" />
    </Link>
  );
}

function LastChat() {
  const { t } = useTranslation();
  const { rows } = useConversations();
  const last = rows?.[0];
  if (!last) return null;
  return (
    <Section title={t('mine.chat')}>
      <Link
        to={paths.chat(new URLSearchParams(), last.id)}
        className="flex min-h-13 items-center gap-3 rounded-xl border border-fold bg-packet px-4 py-2 hover:border-edge"
      >
        <MessageCircle aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span className="min-w-0 flex-1 truncate font-semibold">{last.title}</span>
        <ArrowRight aria-hidden className="size-4 shrink-0" />
      </Link>
    </Section>
  );
}

const promptClasses =
  'flex min-h-11 w-full items-center rounded-xl border border-fold bg-packet px-4 py-2 text-left text-note hover:border-edge';

/** An item has only the beginning of its prompt. */
const isSame = (beginning: string, prompt: string) =>
  toWords(prompt).startsWith(toWords(beginning.replace(/…$/, '')));
const toWords = (prompt: string) =>
  prompt
    .split(/[\s.।]+/)
    .join(' ')
    .trim()
    .toLowerCase();

/** Offers the prompts of favourites and the latest prompts of this browser. */
function Prompts() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useApi('GET /api/library', {
    favourite: '1',
    tool: 'image',
    limit: favouritesMax,
  });
  const recent = useStore(recentPrompts).image ?? [];
  const favourites = data?.items ?? [];
  const others = recent.filter((prompt) => !favourites.some((each) => isSame(each.prompt, prompt)));
  if (favourites.length === 0 && others.length === 0) return null;
  return (
    <Section title={t('mine.prompts')}>
      <ul className="grid gap-2 md:grid-cols-2">
        {favourites.map(({ generationId, prompt }) => (
          <li key={generationId}>
            <Link to={paths.libraryItem(generationId)} className={promptClasses}>
              <span className="line-clamp-2">{prompt}</span>
            </Link>
          </li>
        ))}
        {others.map((prompt) => (
          <li key={prompt}>
            <button
              type="button"
              className={promptClasses}
              onClick={() => {
                saveImageDraft({ ...readImageDraft(), subject: prompt });
                void navigate(paths.mode('image'));
              }}
            >
              <span className="line-clamp-2">{prompt}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

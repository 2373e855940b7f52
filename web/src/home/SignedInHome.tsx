import type { LibraryItem } from '@sachet/shared/contracts/library';
import type { UserProfile } from '@sachet/shared/contracts/user';
import { formatRupees } from '@sachet/shared/money';
import { ArrowRight, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useConversations } from '../api/chat';
import { useApi } from '../api/use-api';
import { heroModes, modeIcon, modeName, modePrice } from '../app/tools';
import { LoadError } from '../app/Loaded';
import { useStore } from '../browser/store';
import { recentPrompts } from '../form/RecentPrompts';
import { useTranslation } from '../i18n/translate';
import { Tile } from '../library/Tile';
import { paths } from '../paths';
import { saveImageDraft, readImageDraft } from '../pictures/image-prompt';
import { buttonClasses } from '../ui/Button';
import { classes } from '../ui/classes';
import { Skeleton } from '../ui/Skeleton';
import { LowBalance } from '../wallet/LowBalance';
import { Examples } from '../examples/Examples';
import { PromptBox } from './PromptBox';

const recentMax = 9;
/** A phone shows this many of them, so that the tools are near. */
const onPhone = 5;
const favouritesMax = 4;

/**
 * The home of a signed-in user, with the prompt box, tools, newest results, last chat, prompts and this
 * month's spending.
 */
export function SignedInHome({ profile }: { profile: UserProfile }) {
  const { t } = useTranslation();
  const { data: newest, error, mutate } = useApi('GET /api/library', { limit: recentMax });
  const [prompt, setPrompt] = useState('');
  const isNew = newest?.items.length === 0;
  return (
    <div className="mx-auto grid max-w-7xl content-start gap-8 px-4 pt-6 pb-12 sm:px-6 md:pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-title font-bold">{t('mine.hello', { name: profile.firstName })}</h1>
        {!isNew && <Month spent={profile.spentThisMonth} />}
        {isNew && <p className="basis-full text-ink-soft">{t('mine.firstText')}</p>}
      </div>
      <LowBalance />
      <div
        className={classes(
          'grid grid-cols-[minmax(0,1fr)] gap-8 lg:gap-14',
          !isNew && 'lg:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]',
        )}
      >
        <div className="max-w-xl">
          <PromptBox prompt={prompt} onPrompt={setPrompt} />
        </div>
        {!isNew && (newest || !error) && <Recent items={newest?.items} />}
      </div>
      {error && !newest ? (
        <LoadError title={t('library.failed')} error={error} onRetry={() => mutate()} />
      ) : isNew ? (
        <>
          <Tools />
          <Examples onPick={setPrompt} />
        </>
      ) : (
        <>
          <Tools />
          <div className="grid items-start gap-8 md:grid-cols-2">
            <LastChat />
            <Prompts />
          </div>
        </>
      )}
    </div>
  );
}

function Month({ spent }: { spent: number }) {
  const { t } = useTranslation();
  const { data: month } = useApi('GET /api/library/month');
  if (!month) return <Skeleton className="h-5 w-56" />;
  const { pictures, texts, chatBlocks } = month;
  const parts = [
    t('mine.month', { amount: formatRupees(spent) }),
    pictures > 0 && t('mine.pictures', { count: pictures }),
    texts > 0 && t('mine.texts', { count: texts }),
    chatBlocks > 0 && t('mine.chatBlocks', { count: chatBlocks }),
  ];
  return (
    <p className="text-note text-ink-soft tabular-nums">{parts.filter(Boolean).join(' · ')}</p>
  );
}

function Tools() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('home.choose')} className="grid fit-columns-8.5 gap-2 lg:grid-cols-4">
      {heroModes.map((mode) => {
        const Icon = modeIcon[mode];
        return (
          <Link
            key={mode}
            to={paths.mode(mode)}
            className="flex min-h-15 items-center gap-3 rounded-xl border border-fold bg-packet px-3 py-2 hover:border-edge"
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            <span className="grid min-w-0">
              <span className="text-note font-semibold">{modeName(t, mode)}</span>
              <span className="text-note text-ink-soft tabular-nums">{modePrice(t, mode)}</span>
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

/** The `sizes` attribute for pictures in the columns below. */
const recentWidth = '(min-width: 64rem) 10rem, (min-width: 40rem) 24vw, 46vw';
const newestWidth = '(min-width: 64rem) 20rem, (min-width: 40rem) 48vw, 92vw';

const waiting = Array.from({ length: 5 }, (_, index) => index);

function Recent({ items }: { items: LibraryItem[] | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <section aria-labelledby="recent" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="recent" className="text-lead font-bold">
          {t('mine.recent')}
        </h2>
        <Link to={paths.library} className={buttonClasses({ look: 'plain', size: 'small' })}>
          {t('mine.all')}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
      <ul
        aria-labelledby="recent"
        aria-busy={items === undefined || undefined}
        className="grid grid-cols-2 gap-2 sm:grid-cols-4"
      >
        {items === undefined
          ? waiting.map((tile) => (
              <li key={tile} className={classes(tile === 0 && 'col-span-2 row-span-2')}>
                <Skeleton className="aspect-square rounded-lg" />
              </li>
            ))
          : withKeptFirst(items).map((item, index) => (
              <li
                key={item.generationId}
                className={classes(
                  'aspect-square',
                  isLarge(index, item) && 'col-span-2 row-span-2',
                  index >= onPhone && 'max-sm:hidden',
                )}
              >
                <Tile
                  item={item}
                  width={isLarge(index, item) ? newestWidth : recentWidth}
                  isSelected={null}
                  onPress={(id) => void navigate(paths.libraryItem(id))}
                  onStale={() => undefined}
                />
              </li>
            ))}
      </ul>
    </section>
  );
}

/** The newest picture that was bought comes first, with the place of four. */
function withKeptFirst(items: LibraryItem[]): LibraryItem[] {
  const kept = items.find(isKept);
  return kept ? [kept, ...items.filter((item) => item !== kept)] : items;
}

const isKept = ({ unlocked, pictureUrl }: LibraryItem) => unlocked && pictureUrl !== null;

const isLarge = (index: number, item: LibraryItem) => index === 0 && isKept(item);

function LastChat() {
  const { t } = useTranslation();
  const { rows } = useConversations();
  const last = rows?.[0];
  if (!last) return null;
  return (
    <section aria-labelledby="last-chat" className="grid gap-2">
      <h2 id="last-chat" className="text-lead font-bold">
        {t('mine.chat')}
      </h2>
      <Link
        to={paths.chat(new URLSearchParams(), last.id)}
        className="flex min-h-13 items-center gap-3 rounded-xl border border-fold bg-packet px-4 py-2 hover:border-edge"
      >
        <MessageCircle aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span className="min-w-0 flex-1 truncate font-semibold">{last.title}</span>
        <ArrowRight aria-hidden className="size-4 shrink-0" />
      </Link>
    </section>
  );
}

const promptClasses =
  'flex min-h-11 w-full items-center rounded-xl border border-fold bg-packet px-4 py-2 text-left text-note hover:border-edge';

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
  if (favourites.length === 0 && recent.length === 0) return null;
  return (
    <section aria-labelledby="prompts" className="grid gap-2">
      <h2 id="prompts" className="text-lead font-bold">
        {t('mine.prompts')}
      </h2>
      <ul className="grid gap-2">
        {favourites.map(({ generationId, prompt }) => (
          <li key={generationId}>
            <Link to={paths.libraryItem(generationId)} className={promptClasses}>
              <span className="line-clamp-2">{prompt}</span>
            </Link>
          </li>
        ))}
        {recent.map((prompt) => (
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
    </section>
  );
}

import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react';
import { isInBrowser } from '../../browser/is-in-browser';
import { type Area, loadWords } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { notify } from '../../ui/Toaster';
import { closeDialog } from './dialogs';
import { loadLostStyles } from './lost-styles';
import { noticeLoadedFile, noticeMissingFile } from './stale-build';

type Load<Props> = () => Promise<ComponentType<Props>>;
/** A node, or a function of the part's own props. */
type Render<Props> = ReactNode | ((props: Props) => ReactNode);

type Options<Props> = {
  /** The texts that are loaded with the part, beside those of the studio. `first` loads none. */
  area?: Area;
  /** Resolves when more urgent files have loaded. */
  after?: () => Promise<unknown>;
  /** Shown while the part loads, in its final size. Without it, the part suspends its parent. */
  coming?: Render<Props>;
  /** Shown if the part cannot be loaded. Default: a sentence. */
  missing?: Render<Props>;
  /** Called after each failure to load. */
  onMissing?: () => unknown;
};

/** The attempts to load a part that have not ended. */
const attempts = new Set<Promise<unknown>>();

/** Resolves when no part is being loaded, so that less urgent files can follow. */
export async function whenPartsLoaded(): Promise<void> {
  while (attempts.size > 0) await Promise.allSettled(attempts);
}

/** A component of another file. `preload` loads it ahead of its first use and never throws. */
export type LazyPart<Props> = ComponentType<Props> & { preload: () => Promise<void> };

/** Longer than React takes to show a failure, in milliseconds. */
const unseenFailureMs = 1_000;

/** How often the connection has returned. */
let returns = 0;
if (isInBrowser) addEventListener('online', () => (returns += 1));

/** Renders the surrounding part again, with another attempt to load it. */
const Retry = createContext(() => {});

/**
 * Creates a component whose code and texts are loaded at its first use. A failure to load affects only the
 * part, is not remembered, and is followed by another attempt at the next press, when the connection
 * returns, and when the part is used again. All code of components that loads later comes through here.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  {
    area = 'studio',
    after,
    coming,
    missing = <Missing />,
    onMissing = noticeMissingFile,
  }: Options<Props> = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<{ default: ComponentType<Props> }> | undefined;
  let content = createLazy();
  /** The value of `returns` at the newest attempt. */
  let attemptedAt = 0;

  function createLazy() {
    return lazy(() =>
      loaded ? toSettled({ default: loaded }) : (loading ??= attempt()),
    ) as ComponentType<Props>;
  }

  function attempt() {
    attemptedAt = returns;
    const loads = run();
    attempts.add(loads);
    void loads.then(() => {
      attempts.delete(loads);
      // A part that was closed before its failure could be shown does not forget it. Earlier, React would start
      // an attempt after each failure of a part that suspends its parent.
      if (!loaded) setTimeout(() => loading === loads && forget(), unseenFailureMs);
    });
    return loads;
  }

  /** Never rejects: a rejection would be an error of the page, which React reports and remembers. */
  async function run(): Promise<{ default: ComponentType<Props> }> {
    try {
      await Promise.all([after?.(), loadLostStyles()]);
      const [part] = await Promise.all([load(), ...toAreas(area).map(loadWords)]);
      noticeLoadedFile();
      loaded = part;
      return { default: part };
    } catch {
      void onMissing();
      return { default: Failed };
    }
  }

  /** Without this, the part would remember a failure. It runs once the failure is shown. */
  function forget(): void {
    if (loaded) return;
    loading = undefined;
    content = createLazy();
  }

  /** In the place of a part that is missing, until the next press or the return of the connection. */
  function Failed(props: Props) {
    const retry = useContext(Retry);
    useEffect(() => {
      forget();
      // The event was before this failure was shown.
      if (attemptedAt !== returns) retry();
      addEventListener('click', retry);
      addEventListener('online', retry);
      return () => {
        removeEventListener('click', retry);
        removeEventListener('online', retry);
      };
    }, [retry]);
    return toNode(missing, props);
  }

  const pick = () => ({ Content: content });

  function Part(props: Props) {
    const [{ Content }, setContent] = useState(pick);
    const retry = useCallback(() => setContent(pick), []);
    const part = (
      <Retry value={retry}>
        <Content {...props} />
      </Retry>
    );
    return coming === undefined ? (
      part
    ) : (
      <Suspense fallback={toNode(coming, props)}>{part}</Suspense>
    );
  }

  const preload = async () => {
    await (loading ??= attempt());
    forget();
  };
  return Object.assign(Part, { preload });
}

/** A promise that answers immediately, so that a part whose code has loaded appears without suspending. */
const toSettled = <Value,>(value: Value) =>
  // oxlint-disable-next-line unicorn/no-thenable -- only React reads it
  ({ then: (resolve: (value: Value) => void) => resolve(value) }) as unknown as Promise<Value>;

const toAreas = (area: Area): Area[] => (area === 'first' ? [] : ['studio', area]);

const toNode = <Props,>(render: Render<Props>, props: Props): ReactNode =>
  typeof render === 'function' ? render(props) : render;

/** Creates a lazy dialog. If it cannot be loaded, it closes with a notice, so the next press tries again. */
export const lazyDialog = <Props extends object>(load: Load<Props>, area: Area = 'studio') =>
  lazyPart(load, {
    area,
    coming: <DialogComing />,
    missing: ({ onClose = closeDialog }: Props & { onClose?: () => void }) => (
      <Closed onClose={onClose} />
    ),
  });

/** Has the place and the size of a dialog (ui/Dialog.tsx) while its code loads. */
function DialogComing() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 grid animate-late items-end bg-[rgb(10_13_24/0.45)] sm:place-items-center"
    >
      <span className="sr-only">{t('shell.loading')}</span>
      <div className="grid w-full content-start gap-4 rounded-t-2xl border-t border-fold bg-paper px-5 pt-7 pb-6 sm:max-w-md sm:rounded-2xl sm:border">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-11 rounded-full" />
        <Skeleton className="h-24 rounded-xl" />
        <Skeleton className="h-12 rounded-xl" />
        <Skeleton className="h-12 rounded-xl" />
        <Skeleton className="h-13 rounded-full" />
      </div>
    </div>
  );
}

function Closed({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    notify.error(t('shell.partMissing'));
    onClose();
    // Runs once: afterwards, the dialog is closed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return null;
}

function Missing() {
  const { t } = useTranslation();
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-6">
      <p className="text-pretty">{t('shell.partMissing')}</p>
      {/* The part tries again at any press. */}
      <Button look="outline">{t('common.tryAgain')}</Button>
    </div>
  );
}

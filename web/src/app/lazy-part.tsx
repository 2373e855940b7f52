import {
  Component,
  type ComponentType,
  type ReactNode,
  lazy,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { type Area, loadWords } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { notify } from '../ui/Toaster';
import { closeDialog } from './dialogs';
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

/** The code of a part could not be loaded. Errors of the part itself reach the boundaries above it. */
class PartMissing extends Error {}

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

  function createLazy() {
    return lazy(() =>
      loaded ? toSettled({ default: loaded }) : (loading ??= attempt()),
    ) as ComponentType<Props>;
  }

  function attempt() {
    const loads = run();
    attempts.add(loads);
    const end = () => void attempts.delete(loads);
    loads.then(end, end);
    // A part that was closed before its failure could be shown has no boundary that forgets it. Earlier, React
    // would start an attempt after each failure of a part that suspends its parent.
    loads.catch(() => setTimeout(() => loading === loads && forget(), unseenFailureMs));
    return loads;
  }

  async function run() {
    try {
      await after?.();
      const [part] = await Promise.all([load(), ...toAreas(area).map(loadWords)]);
      noticeLoadedFile();
      loaded = part;
      return { default: part };
    } catch (cause) {
      void onMissing();
      throw new PartMissing('A file of the client is missing', { cause });
    }
  }

  /** Without this, React and the part would remember a failure. It runs once the failure is shown. */
  function forget(): void {
    if (loaded) return;
    loading = undefined;
    content = createLazy();
  }

  const pick = () => ({ Content: content });

  function Part(props: Props) {
    const [{ Content }, setContent] = useState(pick);
    const part = <Content {...props} />;
    return (
      <Boundary missing={toNode(missing, props)} onCaught={forget} onRetry={() => setContent(pick)}>
        {coming === undefined ? part : <Suspense fallback={toNode(coming, props)}>{part}</Suspense>}
      </Boundary>
    );
  }

  const preload = async () => {
    loading ??= attempt();
    await loading.catch(() => {
      if (!loaded) loading = undefined;
    });
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
      {/* The boundary tries again at any press. */}
      <Button look="outline">{t('shell.retry')}</Button>
    </div>
  );
}

type BoundaryProps = {
  missing: ReactNode;
  onCaught: () => void;
  onRetry: () => void;
  children: ReactNode;
};

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    this.props.onCaught();
    addEventListener('click', this.tryAgain);
    addEventListener('online', this.tryAgain);
  }

  override componentWillUnmount() {
    this.stopTrying();
  }

  tryAgain = () => {
    this.stopTrying();
    this.props.onRetry();
    this.setState({ error: null });
  };

  stopTrying() {
    removeEventListener('click', this.tryAgain);
    removeEventListener('online', this.tryAgain);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof PartMissing)) throw error;
    return this.props.missing;
  }
}

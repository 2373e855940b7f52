import i18next from 'i18next';
import { Component, type ReactNode } from 'react';
import { isReloading } from '../../stale-build';
import { buttonClasses } from '../../ui/Button';

/** The last resort: a page that broke, or a chunk that a new release has replaced. */
export class Crash extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    if (isReloading()) return null;
    return (
      <main className="mx-auto grid max-w-md justify-items-start gap-3 px-5 py-24">
        <h1 className="text-title font-bold">{i18next.t('shell.crashed')}</h1>
        <p>{i18next.t('shell.crashedHint')}</p>
        <button type="button" className={buttonClasses('ink')} onClick={() => location.reload()}>
          {i18next.t('shell.reload')}
        </button>
      </main>
    );
  }
}

import type { Language } from '@sachet/shared/contracts/vocabulary';
import { textPriceRupees } from '@sachet/shared/models/rate-card';
import { type PaidTextMode, tools } from '@sachet/shared/tools';
import { LockKeyhole } from 'lucide-react';
import { paths } from '../../../app/base/paths';
import { providerName } from '../../../app/base/provider';
import { useAskedFor, useAskedNames } from '../../../app/base/provider-uses';
import { languageNames } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { Packet } from '../../../ui/Packet';
import { Segmented } from '../../../ui/Segmented';
import { useTextDraft } from '../form/draft';
import { GenerateBar } from '../form/GenerateBar';
import { isPrompt, PromptField } from '../form/PromptField';
import { QualityChoice, useQuality } from '../form/QualityChoice';
import { RecentPrompts, saveRecentPrompt } from '../form/RecentPrompts';
import { useAsked } from '../form/use-asked';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';

/** The form of a text that is sold. It sends one request to the providers, whose texts are shown side by side. */
export function TextForm({ mode }: { mode: PaidTextMode }) {
  const { t, language: ownLanguage } = useTranslation();
  const tool = useTool(mode, paths.form(mode));
  const [draft, setDraft] = useTextDraft(mode);
  const { prompt } = draft;
  const setPrompt = (words: string) => setDraft({ ...draft, prompt: words });
  const [quality, setQuality] = useQuality();
  const { maxCharacters, choosesLanguage } = tools[mode].form;
  const language = (choosesLanguage && draft.language) || ownLanguage;
  const providers = useAskedFor('texts');
  const isComplete = isPrompt(prompt, maxCharacters);
  const { form, asked, submit } = useAsked(isComplete && !tool.busy, () => {
    saveRecentPrompt(mode, prompt);
    tool.generate({ prompt: prompt.trim(), language, mode, quality });
  });

  return (
    <>
      <form {...form} className="grid content-start gap-5">
        <PromptField
          label={t(`${mode}.prompt`)}
          placeholder={t(`${mode}.promptPlaceholder`)}
          value={prompt}
          max={maxCharacters}
          asked={asked}
          words={{
            missing: t(`${mode}.promptRequired`),
            tooLong: t(`${mode}.tooLong`, { max: maxCharacters }),
          }}
          onChange={setPrompt}
          onSubmit={submit}
        />
        {choosesLanguage && (
          <LanguageChoice
            value={language}
            onChange={(chosen) => setDraft({ ...draft, language: chosen })}
          />
        )}
        <QualityChoice value={quality} onChange={setQuality} />
        <RecentPrompts mode={mode} onPick={setPrompt} />
        <GenerateBar
          priceLabel={t(`${mode}.price`)}
          prices={providers.map((provider) => [
            provider,
            textPriceRupees({ mode, quality, provider }),
          ])}
          action={t(`${mode}.ask`, { count: providers.length })}
          busy={tool.busy}
          error={tool.error}
        />
      </form>
      <ResultsPanel mode={mode} tool={tool} />
    </>
  );
}

const languages = Object.keys(languageNames) as Language[];

/** The language of the text, which may be another one than that of the page. */
function LanguageChoice({
  value,
  onChange,
}: {
  value: Language;
  onChange: (language: Language) => void;
}) {
  const { t } = useTranslation();
  return (
    <Segmented
      legend={t('form.textLanguage')}
      value={value}
      onChange={onChange}
      segments={languages.map((each) => ({ value: each, label: languageNames[each] }))}
    />
  );
}

const lineWidths = ['w-11/12', 'w-full', 'w-10/12', 'w-4/5', 'w-2/3'];

/** The column beside the form, with empty places for the texts. */
export function TextAside({ mode }: { mode: PaidTextMode }) {
  const { t } = useTranslation();
  const providers = useAskedFor('texts');
  const names = useAskedNames('texts');
  return (
    <aside className="min-w-0 self-start lg:sticky lg:top-20">
      <div aria-hidden className="grid fit-columns-8 gap-4 sm:gap-6">
        {providers.map((provider) => (
          <Packet key={provider}>
            <div className="crimp h-8 bg-sunk sm:h-10" />
            <div className="grid gap-3 border-y border-dashed border-fold bg-paper/60 px-4 py-6 sm:px-5">
              {lineWidths.map((width, index) => (
                <span
                  key={width}
                  className={`h-2.5 rounded-full bg-fold ${width}`}
                  style={{ opacity: 1 - index * 0.2 }}
                />
              ))}
              <LockKeyhole className="mx-auto mt-4 size-7 text-fold" />
            </div>
            <p className="px-4 py-3 font-semibold text-ink-soft sm:px-5 sm:py-4">
              {providerName[provider]}
            </p>
          </Packet>
        ))}
      </div>
      <p className="mt-5 font-semibold">{t(`${mode}.emptyTitle`, names)}</p>
      <p className="text-ink-soft">{t(`${mode}.emptyText`, names)}</p>
    </aside>
  );
}

import type { Language } from '@sachet/shared/contracts/vocabulary';
import { textPriceRupees } from '@sachet/shared/models/rate-card';
import { type PaidTextMode, tools } from '@sachet/shared/tools';
import { paths } from '../../../app/base/paths';
import { providerName } from '../../../app/base/provider';
import { useAskedFor, useAskedNames } from '../../../app/base/provider-uses';
import { languageNames } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { Packet } from '../../../ui/Packet';
import { Seal } from '../../../ui/Seal';
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

const lineWidths = ['w-11/12', 'w-full', 'w-4/5'];

/** The column beside the form, with the beginnings of sample texts. */
export function TextAside({ mode }: { mode: PaidTextMode }) {
  const { t } = useTranslation();
  const providers = useAskedFor('texts');
  const names = useAskedNames('texts');
  return (
    <aside className="min-w-0 self-start lg:sticky lg:top-20">
      <ul className="grid fit-columns-8 gap-4 sm:gap-6">
        {providers.map((provider, index) => (
          <li key={provider} className="grid">
            <Packet isFilled>
              <div className="relative h-13">
                <Seal provider={providerName[provider]} isNarrow />
              </div>
              <div className="px-4 pt-2 pb-5 text-note sm:px-5 sm:text-body">
                <p>{t(`${mode}.sample${index % 2 === 0 ? 1 : 2}`)}</p>
                <div aria-hidden className="mt-3 grid gap-3">
                  {lineWidths.map((width, line) => (
                    <span
                      key={width}
                      className={`h-2.5 rounded-full bg-fold ${width}`}
                      style={{ opacity: 1 - line * 0.25 }}
                    />
                  ))}
                </div>
              </div>
            </Packet>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-note text-ink-soft">{t('home.drawn')}</p>
      <p className="mt-5 font-semibold">{t(`${mode}.emptyTitle`, names)}</p>
      <p className="text-ink-soft">{t(`${mode}.emptyText`, names)}</p>
    </aside>
  );
}

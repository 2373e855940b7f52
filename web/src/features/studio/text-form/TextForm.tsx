import type { Language } from '@sachet/shared/contracts/vocabulary';
import { textPriceRupees } from '@sachet/shared/models/rate-card';
import { type PaidTextMode, tools } from '@sachet/shared/tools';
import { paths } from '../../../app/base/paths';
import { providerName } from '../../../app/base/provider';
import { useAskedFor } from '../../../app/base/provider-uses';
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

/**
 * The column beside the form: a question with the beginnings of two answers. A phone does not show it, because below
 * the form it could be taken for the results.
 */
export function TextAside({ mode }: { mode: PaidTextMode }) {
  const { t } = useTranslation();
  return (
    <aside className="grid min-w-0 gap-3 self-start max-lg:hidden lg:sticky lg:top-20">
      <p className="text-note text-ink-soft">
        {t('home.drawn')} · “{t(`${mode}.promptPlaceholder`)}”
      </p>
      <ul className="grid fit-columns-8 gap-6">
        {useAskedFor('texts').map((provider, index) => (
          <li key={provider} className="grid">
            <Packet isFilled>
              <div className="relative h-13">
                <Seal provider={providerName[provider]} />
              </div>
              <p className="px-5 pt-4 pb-6 text-lead mask-b-from-50% mask-b-to-100%">
                {t(`${mode}.sample${index % 2 === 0 ? 1 : 2}`)}
              </p>
            </Packet>
          </li>
        ))}
      </ul>
    </aside>
  );
}

import type { FormMode } from '@sachet/shared/tools';
import { useEffect } from 'react';
import { useAskedNames } from '../../../app/base/provider-uses';
import { modeName } from '../../../app/base/tools';
import { usePageTitle } from '../../../browser/page-title';
import { useTranslation } from '../../../i18n/translate';
import { ToolPage } from '../form/ToolPage';
import { Markdown } from '../text/MarkdownText';
import { TextAside, TextForm } from './TextForm';

/** The page of a tool that is only a form. */
export function TextTool({ mode }: { mode: FormMode }) {
  useEffect(() => void Markdown.preload(), []);
  return (
    <ToolPage
      beside="results"
      form={
        <div className="grid grid-cols-1 content-start gap-5">
          <TextHeading mode={mode} />
          <TextForm mode={mode} />
        </div>
      }
      aside={<TextAside mode={mode} />}
    />
  );
}

/** Sets the page's title in an effect before that of the results, which are in the form beside it. */
function TextHeading({ mode }: { mode: FormMode }) {
  const { t } = useTranslation();
  const names = useAskedNames('texts');
  usePageTitle(modeName(t, mode));
  return (
    <div>
      <h1 className="text-title font-bold">{modeName(t, mode)}</h1>
      <p className="mt-1 text-ink-soft">{t(`${mode}.lead`, names)}</p>
    </div>
  );
}

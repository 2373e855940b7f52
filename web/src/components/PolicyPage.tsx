import type { ClientConfig } from '@sachet/shared/contracts/config';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { useConfig } from '../api/hooks';
import { useLanguage } from '../i18n/language';
import { policies as en, type Policies, type PolicyName } from '../i18n/policies/en';
import { policies as hg } from '../i18n/policies/hg';
import { policies as hi } from '../i18n/policies/hi';

const policies: Record<Language, Policies> = { en, hi, hg };

/** A static page: a heading and short sections of plain words. */
export function PolicyPage({ name }: { name: PolicyName }) {
  const language = useLanguage();
  const { data: config } = useConfig();
  const { title, sections } = policies[language][name];
  return (
    <article className="mx-auto max-w-7xl px-4 pt-10 sm:px-6 md:pt-16">
      <h1 className="text-display font-extrabold tight">{title}</h1>
      <div className="mt-8 grid max-w-3xl gap-8 md:mt-12">
        {sections.map((section) => (
          <section
            key={section.heading}
            className="grid gap-1 border-t border-fold pt-4 sm:grid-cols-[14rem_1fr] sm:gap-6"
          >
            <h2 className="font-bold">{section.heading}</h2>
            <p className="text-pretty">{filled(section.text, config?.company)}</p>
          </section>
        ))}
      </div>
    </article>
  );
}

function filled(text: string, company: ClientConfig['company'] | undefined): string {
  return text
    .replaceAll('{{company}}', company?.name ?? '…')
    .replaceAll('{{email}}', company?.supportEmail ?? '…')
    .replaceAll(
      '{{place}}',
      company ? `${company.city}, ${company.state}, ${company.country}` : '…',
    );
}

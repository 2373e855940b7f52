import type { ReactNode } from 'react';
import { usePageTitle } from '../../../browser/page-title';
import { RulesNotice } from '../form/RulesNotice';
import type { AskedForm } from '../form/use-asked';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { FieldError } from '../../../ui/Field';
import { Packet } from '../../../ui/Packet';

type Head = {
  title: string;
  badge: string;
  lead: string;
  /** The Tailwind class for the color of the upper edge. */
  print: string;
};

/** The form of a free tool, with heading, fields and a submit button that is always visible. */
export function FreeForm({
  form,
  action,
  busy,
  error,
  children,
  ...head
}: Head & {
  form: AskedForm;
  action: string;
  busy: boolean;
  error: string | null;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  usePageTitle(head.title);
  return (
    <FreePacket level="h1" {...head}>
      <form {...form} className="grid gap-4 px-4 pt-4 pb-1 sm:gap-5 sm:px-6 sm:pt-5 sm:pb-3">
        {children}
        <RulesNotice />
        <div className="lower-bar slim-bar -mx-4 grid gap-2 rounded-b-xl border-t border-dashed border-fold bg-packet px-4 py-1.5 sm:-mx-6 sm:px-6 sm:py-3">
          <FieldError className="font-semibold">{error}</FieldError>
          <Button type="submit" busy={busy} size="large" className="w-full max-sm:min-h-12">
            {busy ? t('form.generating') : action}
          </Button>
        </div>
      </form>
    </FreePacket>
  );
}

/** The packet of a free tool, with its title, badge and description. */
export function FreePacket({
  level: Heading,
  title,
  badge,
  lead,
  print,
  children,
}: Head & { level: 'h1' | 'h2'; children: ReactNode }) {
  return (
    <Packet>
      <div className={classes('crimp h-6 sm:h-10', print)} />
      <div className="border-t border-dashed border-ink/30 px-4 pt-4 sm:px-6 sm:pt-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Heading className="text-title font-bold">{title}</Heading>
          <p className="rounded-full bg-sunk px-3 text-note leading-7 font-bold">{badge}</p>
        </div>
        <p className="mt-1 text-ink-soft max-sm:text-note">{lead}</p>
      </div>
      {children}
    </Packet>
  );
}

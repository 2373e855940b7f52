import type { ReactNode } from 'react';
import { RulesNotice } from '../form/RulesNotice';
import type { AskedForm } from '../form/use-asked';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { FieldError } from '../../../ui/Field';
import { Packet } from '../../../ui/Packet';

/** The form of a free tool, with heading, fields and a submit button that is always visible. */
export function FreeForm({
  form,
  title,
  badge,
  lead,
  print,
  action,
  busy,
  error,
  className,
  children,
}: {
  form: AskedForm;
  title: string;
  badge: string;
  lead: string;
  /** The Tailwind class for the color of the upper edge. */
  print: string;
  action: string;
  busy: boolean;
  error: string | null;
  className?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Packet className={className}>
      <div className={classes('crimp h-6 sm:h-10', print)} />
      <form
        {...form}
        className="grid gap-4 border-t border-dashed border-ink/30 p-4 pb-1 sm:gap-5 sm:p-6 sm:pb-3"
      >
        <FreeHeading level="h1" title={title} badge={badge} lead={lead} />
        {children}
        <RulesNotice />
        <FieldError>{error}</FieldError>
        <div className="lower-bar slim-bar -mx-4 rounded-b-xl border-t border-dashed border-fold bg-packet px-4 py-1.5 sm:-mx-6 sm:px-6 sm:py-3">
          <Button type="submit" busy={busy} size="large" className="w-full max-sm:min-h-12">
            {busy ? t('form.generating') : action}
          </Button>
        </div>
      </form>
    </Packet>
  );
}

/** The title, badge and description of a free tool. */
export function FreeHeading({
  level: Heading,
  title,
  badge,
  lead,
}: {
  level: 'h1' | 'h2';
  title: string;
  badge: string;
  lead: string;
}) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Heading className="text-title font-bold">{title}</Heading>
        <p className="rounded-full bg-sunk px-3 text-note leading-7 font-bold">{badge}</p>
      </div>
      <p className="mt-1 text-ink-soft max-sm:text-note">{lead}</p>
    </div>
  );
}

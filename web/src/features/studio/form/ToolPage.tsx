import type { ReactNode } from 'react';
import { usePageTitle } from '../../../browser/page-title';
import { classes } from '../../../ui/classes';
import type { AskedForm } from './use-asked';

/** The columns on a laptop. A phone has one column, with the form first. */
const columns = {
  results: 'gap-10 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:gap-14',
  card: 'items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10',
};

/** The page of a tool: its form, the content beside it, and the panel of results, which covers both. */
export function ToolPage({
  beside,
  form,
  aside,
  panel,
}: {
  /** The kind of content beside the form. */
  beside: keyof typeof columns;
  form: ReactNode;
  aside?: ReactNode;
  panel?: ReactNode;
}) {
  return (
    <div className={classes('grid grid-cols-1 pt-6 md:pt-8', columns[beside])}>
      {form}
      {aside}
      {panel}
    </div>
  );
}

/** The form of a paid tool, below its title. */
export function ToolForm({
  form,
  title,
  className,
  children,
}: {
  form: AskedForm;
  title: string;
  className?: string;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <form {...form} className={classes('grid content-start gap-4 md:gap-5', className)}>
      <h1 className="text-title font-bold">{title}</h1>
      {children}
    </form>
  );
}

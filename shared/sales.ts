/** The paid tools, derived from all tools. They have a separate file because the first page does not need them. */
import { imageModes, type PaidMode, paidTextModes, type Sale, tools } from './tools.ts';

/** Other information technology services, 6 digits. */
export const defaultSac = '998319';

/** Blocks of replies in the chat of `general`. */
const chat: Sale = {
  statement: 'Chat',
  document: 'AI chat, five replies',
  print: 'print-sky',
  chart: 4,
};

/** A tool that users pay for. */
export type PaidTool = PaidMode | 'chat';

const paidModes: readonly PaidMode[] = [...imageModes, ...paidTextModes];

/** In the order of charts and lists. */
export const paidTools: readonly PaidTool[] = [...paidModes, 'chat'];

export const sales = {
  ...Object.fromEntries(paidModes.map((mode) => [mode, tools[mode].sale])),
  chat,
} as Readonly<Record<PaidTool, Sale>>;

/** The tool of an account such as `revenue:image`; null for other accounts. */
export const toTool = (account: string): string | null =>
  account.startsWith('revenue:') ? account.slice('revenue:'.length) : null;

/** In English. A tool of a newer release, which was rolled back, has its id as its name. */
export const nameSale = (tool: string): string =>
  Object.hasOwn(sales, tool) ? sales[tool as PaidTool].statement : tool;

/** A value for each thing that users pay for. */
export const byPaidTool = <Value>(toValue: (tool: PaidTool) => Value): Record<PaidTool, Value> =>
  Object.fromEntries(paidTools.map((tool) => [tool, toValue(tool)])) as Record<PaidTool, Value>;

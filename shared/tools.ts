/**
 * The tools of the studio, one entry each, in their order on screen (docs/decisions/0066). The id of a tool is the
 * `mode` of a request. Everything that lists, names or prices tools derives from here (CONTRIBUTING.md, "A new
 * tool"). The client's first page imports this file, so it imports no zod.
 */
import { promptMaxCharacters } from './vocabulary.ts';

/** Print colours of the client (`--…` in `web/src/styles.css`). */
type Print = 'print-rose' | 'print-sky' | 'print-lilac' | 'print-jade' | 'marigold';

/** How the books, the statement and the tax documents show what a tool sold. The account is `revenue:<tool>`. */
export interface Sale {
  /** In the statement's CSV file, in English. */
  readonly statement: string;
  /** On a line of a tax document, in English. */
  readonly document: string;
  /** The code of the service (SAC) until an admin enters another one; else `defaultSac`. */
  readonly sac?: string;
  /** In the chart of a wallet. */
  readonly print: Print;
  /** In the charts of finance: `--chart-1`, … */
  readonly chart: number;
}

interface Common {
  /**
   * On home: a card; the place of the tool before it, whose page switches between the two; or a line after the
   * cards.
   */
  readonly place: 'card' | 'beside' | 'line';
  /** The words on its card: a promise (`tool.<mode>Price`), or "From just" with its lowest price. */
  readonly label: 'promise' | 'from';
  /** The ink on its packet. */
  readonly print: Print;
  /** A separate page in the client, or the page that shows `form`. */
  readonly page: 'own' | 'form';
}

interface PictureTool extends Common {
  readonly makes: 'picture';
  /** Edits start with a picture and keep its shape; pictures start with nothing. */
  readonly use: 'pictures' | 'edits';
  readonly acceptsPhoto: false;
  /** A picture is sold by size (`shared/models/rate-card.ts`). */
  readonly sale: Sale;
  readonly form: null;
}

interface TextTool extends Common {
  readonly makes: 'text';
  readonly use: 'texts';
  readonly acceptsPhoto: false;
  /** A text is written in full for its preview, and has one price for each quality and provider. */
  readonly sale: Sale;
  readonly form: TextForm;
}

/** Free work for a post: never booked, and written by a speed model. */
interface FreeTool extends Common {
  readonly makes: 'captions' | 'ideas';
  readonly use: 'texts';
  /** Whether it can write about a photo. */
  readonly acceptsPhoto: boolean;
  readonly sale: null;
  readonly form: null;
}

/** One field; the client renders it (`web/src/features/studio/text-form`). */
interface TextForm {
  readonly maxCharacters: number;
  /** Whether the user chooses the language of the text, instead of reading their own. */
  readonly choosesLanguage: boolean;
  /** Parameters of the form's address beside the mode; empty if the page of the tool is the form. */
  readonly query: Readonly<Record<string, string>>;
  /** Whether a conversation can begin with the text. */
  readonly continuesInChat: boolean;
}

export const tools = {
  instagram: {
    makes: 'captions',
    use: 'texts',
    acceptsPhoto: true,
    place: 'card',
    page: 'own',
    label: 'promise',
    print: 'print-rose',
    sale: null,
    form: null,
  },
  instagram_ideas: {
    makes: 'ideas',
    use: 'texts',
    acceptsPhoto: false,
    place: 'beside',
    page: 'own',
    label: 'promise',
    print: 'print-jade',
    sale: null,
    form: null,
  },
  /** A chat with one provider, whose blocks of replies are booked as `chat`, or a question to several. */
  general: {
    makes: 'text',
    use: 'texts',
    acceptsPhoto: false,
    place: 'card',
    page: 'own',
    label: 'promise',
    print: 'print-sky',
    sale: {
      statement: 'Text',
      document: 'AI text',
      print: 'print-rose',
      chart: 3,
    },
    form: {
      maxCharacters: promptMaxCharacters,
      choosesLanguage: false,
      query: { ask: 'both' },
      continuesInChat: true,
    },
  },
  image: {
    makes: 'picture',
    use: 'pictures',
    acceptsPhoto: false,
    place: 'card',
    page: 'own',
    label: 'from',
    print: 'print-lilac',
    sale: {
      statement: 'Image',
      document: 'AI picture',
      print: 'print-lilac',
      chart: 1,
    },
    form: null,
  },
  edit_image: {
    makes: 'picture',
    use: 'edits',
    acceptsPhoto: false,
    place: 'card',
    page: 'own',
    label: 'from',
    print: 'print-jade',
    sale: {
      statement: 'Image edit',
      document: 'AI picture edit',
      print: 'print-jade',
      chart: 2,
    },
    form: null,
  },
  product_description: {
    makes: 'text',
    use: 'texts',
    acceptsPhoto: false,
    place: 'line',
    page: 'form',
    label: 'from',
    print: 'print-sky',
    sale: {
      statement: 'Product description',
      document: 'AI product description',
      print: 'marigold',
      chart: 5,
    },
    form: { maxCharacters: 1_000, choosesLanguage: true, query: {}, continuesInChat: false },
  },
} as const satisfies Record<string, PictureTool | TextTool | FreeTool>;

type Tools = typeof tools;

export type Mode = keyof Tools;

type ModesWith<Key extends keyof Common | 'makes', Value> = {
  [M in Mode]: Tools[M][Key] extends Value ? M : never;
}[Mode];

export type ImageMode = ModesWith<'makes', 'picture'>;
export type TextMode = Exclude<Mode, ImageMode>;
/** Its texts are sold, each at one price. */
export type PaidTextMode = ModesWith<'makes', 'text'>;
export type PaidMode = ImageMode | PaidTextMode;

/** Its page shows its form. */
export type FormMode = ModesWith<'page', 'form'> & PaidTextMode;
export type OwnPageMode = Exclude<Mode, FormMode>;

/** In their order on screen. */
export const modes = Object.keys(tools) as Mode[];

export const isImageMode = (mode: Mode): mode is ImageMode => tools[mode].makes === 'picture';
export const isPaidTextMode = (mode: Mode): mode is PaidTextMode => tools[mode].makes === 'text';
/** Whether the tool changes a picture, instead of making one from nothing. */
export const isEdit = (mode: Mode): boolean => tools[mode].use === 'edits';

const entries: Readonly<Record<Mode, Common>> = tools;
export const isFormMode = (mode: Mode): mode is FormMode => entries[mode].page === 'form';

export const imageModes = modes.filter(isImageMode);
export const paidTextModes = modes.filter(isPaidTextMode);

export type CardMode = ModesWith<'place', 'card'>;
export const cardModes = modes.filter((mode): mode is CardMode => tools[mode].place === 'card');
export type LineMode = ModesWith<'place', 'line'>;
export const lineModes = modes.filter((mode): mode is LineMode => entries[mode].place === 'line');

/** The mode whose place on a phone this mode has. */
export const getPlace = (mode: Mode): Mode =>
  tools[mode].place === 'beside' ? getPlace(modes[modes.indexOf(mode) - 1]!) : mode;

/** The kind of result of a mode. Pictures and texts have separate lanes. */
export const toMade = (mode: Mode): 'picture' | 'text' => (isImageMode(mode) ? 'picture' : 'text');

/** Uses of a provider's models. */
export type ModelUse = 'texts' | 'photos in texts' | 'pictures' | 'edits';

/** The use of a model in one request. */
export const getUse = (mode: Mode, { hasPhoto }: { readonly hasPhoto: boolean }): ModelUse =>
  tools[mode].acceptsPhoto && hasPhoto ? 'photos in texts' : tools[mode].use;

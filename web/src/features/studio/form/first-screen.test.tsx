import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { isInSight } from '../../../testing/access';
import { button, see, seeGone } from '../../../testing/mount';
import { signIn, someProfile } from '../../../testing/people';
import { answer } from '../../../testing/server';
import { clearWork } from '../../../app/session/work';
import { takePhoto } from '../../../testing/uploads';
import { visit } from '../../../testing/visit';

const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const group = (label: string) => page.getByRole('group', { name: label, exact: true });
const photo = (name: string) => page.getByAltText(`Your photo: ${name}`);

const choosePhoto = async () => {
  await page.getByLabelText('Choose a photo').upload(await takePhoto());
  await see(photo('holiday.jpg'));
};
const choosePhotos = async () => {
  const names = Array.from({ length: 10 }, (_, index) => `photo-${index}.jpg`);
  const files = await Promise.all(names.map((name) => takePhoto(name)));
  await page.getByLabelText('Choose up to 10 photos').upload(files);
  await see(photo('photo-9.jpg'));
};

interface Form {
  path: string;
  /** Does what the user does before the fields can be filled in. */
  prepare?: () => Promise<void>;
  /** The specified fields, in the order of docs/product.md. */
  fields: Locator[];
  /** How many of them are on the first screen of a phone: all up to the last required one. */
  first: number;
  action: Locator;
}

const previews = button('Generate previews · Free');
const presets = ['Vibrant colors', 'Black and white', 'Vintage filter'].map(button);
const change = field('What should change?');

const forms: Record<string, Form> = {
  image: {
    path: '/?mode=image',
    fields: [field('Subject'), ...['Style', 'Color', 'Composition'].map(group)],
    first: 2,
    action: previews,
  },
  edit: {
    path: '/?mode=edit_image',
    prepare: choosePhoto,
    fields: [photo('holiday.jpg'), ...presets, change],
    first: 5,
    action: previews,
  },
  batch: {
    path: '/?mode=edit_image&batch=',
    prepare: choosePhotos,
    fields: [photo('photo-0.jpg'), ...presets, change],
    first: 5,
    action: button('See 10 previews · Free'),
  },
  caption: {
    path: '/?mode=instagram',
    prepare: choosePhoto,
    fields: [photo('holiday.jpg'), field('Audience'), group('Tone')],
    first: 2,
    action: button('Write captions · Free'),
  },
  ideas: {
    path: '/?mode=instagram_ideas',
    fields: [
      ...['Niche', 'Audience', 'Vibe'].map(field),
      group('Post type'),
      ...['Occasion', 'Trend'].map(field),
      group('Goal'),
      field('Keywords'),
    ],
    first: 2,
    action: button('Get ideas from both · Free'),
  },
  chat: {
    path: '/?mode=general',
    fields: [field('Your message')],
    first: 1,
    action: button('Start Chat With AI'),
  },
  'ask both': {
    path: '/?mode=general&ask=both',
    fields: [field('Your question')],
    first: 1,
    action: button('Compare answers · Free'),
  },
};

async function open({ path, prepare, action }: Form, phone: boolean): Promise<void> {
  clearWork();
  await visit(path, { phone });
  await see(page.getByRole('heading', { level: 1 }));
  await prepare?.();
  await see(action);
}

const isBefore = (one: Element, other: Element) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

/** Lists the fields of a form that precede its last specified field and are not specified. */
function listIntruders(fields: Element[]): string[] {
  const last = fields.at(-1)!;
  const others = 'fieldset, details, textarea, input:not([type=file]), select, [role=group]';
  return [...last.closest('form')!.querySelectorAll(others)]
    .filter((other) => isBefore(other, last))
    .filter((other) => !fields.some((each) => other.contains(each) || each.contains(other)))
    .map((other) => other.outerHTML.slice(0, 200));
}

/** The required fields and the button are on the first screen. */
async function expectOnFirstScreen(form: Form): Promise<void> {
  const fields = form.fields.map((each) => each.element());
  const needed = [...fields.slice(0, form.first), form.action.element()];
  const listHidden = () =>
    needed
      .filter((each) => !isInSight(each, Infinity))
      .map((each) => [each.outerHTML.slice(0, 200), each.getBoundingClientRect().toJSON()]);
  scrollTo(0, 0);
  // The bar about cookies reserves its height only after it is rendered.
  await expect.poll(listHidden).toEqual([]);
}

const cases = Object.entries(forms).flatMap(([name, form]) =>
  [true, false].map((phone) => ({ name, form, phone })),
);

// A new visitor also sees the bar about cookies, which takes the lower part of the screen.
test.each(cases)(
  'a visitor sees the specified fields of the $name form first, and the required ones and the button on the first screen (phone: $phone)',
  async ({ form, phone }) => {
    await open(form, phone);
    const fields = form.fields.map((each) => each.element());
    expect(fields).toEqual(fields.toSorted((one, other) => (isBefore(one, other) ? -1 : 1)));
    expect(listIntruders(fields)).toEqual([]);
    await expectOnFirstScreen(form);
  },
);

const rules = page.getByRole('region', { name: 'What is not allowed' });

const readTops = ({ fields }: Form) =>
  fields.map((each) => each.element().getBoundingClientRect().top + scrollY);

test.each(cases)(
  'the notice of the rules is above the button of the $name form, does not float, moves no field and leaves the first screen (phone: $phone)',
  async ({ form, phone }) => {
    const uid = signIn({ profile: { rulesSeenAt: null } });
    answer('POST /api/rules-seen', someProfile({ uid }));
    await open(form, phone);
    await expect.element(rules).toBeInTheDocument();
    await expectOnFirstScreen(form);
    expect(listIntruders(form.fields.map((each) => each.element()))).toEqual([]);
    const before = readTops(form);

    const notice = rules.element();
    expect(isBefore(form.fields.at(-1)!.element(), notice)).toBe(true);
    expect(isBefore(notice, form.action.element())).toBe(true);
    for (let box: Element | null = notice; box; box = box.parentElement) {
      expect(getComputedStyle(box).position).not.toMatch(/sticky|fixed/);
    }
    // At the end of the form, its button is directly below.
    notice.scrollIntoView({ block: 'center' });
    const below = form.action.element().getBoundingClientRect().top;
    const { bottom } = notice.getBoundingClientRect();
    expect(isInSight(notice, Infinity)).toBe(true);
    expect(below).toBeGreaterThanOrEqual(bottom);

    await rules.getByRole('button', { name: 'I know' }).click();
    await seeGone(rules);
    expect(readTops(form)).toEqual(before);
  },
);

import type {
  AdminModel,
  AdminModelsResponse,
  LastSync,
  UpdateModelsRequest,
} from '@sachet/shared/models/contracts/admin-models';
import type { AdminNotice } from '@sachet/shared/admin/contracts/admin-notices';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../testing/access';
import { long, question, findRows, seeRows, signInAsSuperAdmin } from '../../testing/admin';
import { Live } from '../../testing/live';
import { button, mount, resize, see, seeGone } from '../../testing/mount';
import { announce, answer, cutOff, keepBack, refuse, requestsTo } from '../../testing/server';
import { visit } from '../../testing/visit';
import { ModelsPage } from './ModelsPage';

const noPrices = {
  inputPerMillionTokensUSD: null,
  cachedInputPerMillionTokensUSD: null,
  cacheWritePerMillionTokensUSD: null,
  imageInputPerMillionTokensUSD: null,
  outputPerMillionTokensUSD: null,
  imageOutputPerMillionTokensUSD: null,
  perImageUSD: null,
};
const moment = '2026-03-01T10:00:00.000Z';
const model = (id: string, given: Partial<AdminModel> = {}): AdminModel => ({
  id,
  label: `Label of ${id}`,
  provider: 'openai',
  tier: 'quality',
  capabilities: ['text', 'vision'],
  status: 'enabled',
  enabled: true,
  lastSeenAt: moment,
  shutdownAt: null,
  deprecatedBecause: null,
  largestSize: null,
  prices: { ...noPrices, inputPerMillionTokensUSD: 1.25, outputPerMillionTokensUSD: 10 },
  upcomingPrices: [],
  priced: true,
  ...given,
});
const candidate = { enabled: false, status: 'candidate', priced: false, prices: noPrices } as const;
const painter = model('painter', {
  capabilities: ['image', 'image-edit'],
  prices: { ...noPrices, perImageUSD: 0.04 },
});
const models = [
  model('writer'),
  model('newcomer', candidate),
  painter,
  model('embedder', {
    provider: 'google',
    capabilities: ['embedding'],
    prices: { ...noPrices, inputPerMillionTokensUSD: 0.1 },
  }),
];
const lastSync: LastSync = {
  syncId: 'sync_0',
  new: ['gpt-5.1', 'gpt-5.2'],
  deprecated: ['gpt-4'],
  returned: [],
  failures: [],
  finishedAt: moment,
};
const catalogue: AdminModelsResponse = {
  models,
  defaults: {
    text: { quality: 'writer', speed: 'writer' },
    vision: { quality: 'writer', speed: 'writer' },
    image: { generate: 'painter', edit: 'painter' },
  },
  currentSync: null,
  lastSync,
};

/** Finds a row by its label, because an id is also the title of its copy button. */
const row = (id: string) => findRows().filter({ hasText: `Label of ${id}` });
const box = (id: string) => row(id).getByRole('checkbox');
const save = button('Save changes');
const sent = () =>
  requestsTo('POST /api/admin/models').map(({ body }) => body as UpdateModelsRequest);

/** Opens the page with all models, unless `query` is another one. */
async function show(query = '?off=shown', settings = {}): Promise<void> {
  await mount(
    <Live>
      <ModelsPage />
    </Live>,
    { path: `/admin${query}`, ...settings },
  );
}

beforeEach(() => {
  signInAsSuperAdmin();
  answer('GET /api/admin/models', catalogue);
  answer('POST /api/admin/models', catalogue);
});

describe('the catalogue', () => {
  test('the catalogue of models begins with the specified columns in their order', async () => {
    const gone = model('gone', {
      ...candidate,
      status: 'deprecated',
      deprecatedBecause: 'vanished',
    });
    const ending = model('ending', { shutdownAt: '2026-12-31T00:00:00.000Z' });
    answer('GET /api/admin/models', { ...catalogue, models: [...models, gone, ending] });
    await show();
    await seeRows(6);
    const heads = page.getByRole('columnheader').elements();
    expect(heads.map(({ textContent }) => textContent.trim())).toEqual([
      'ID',
      'Label',
      'Provider',
      'Tier',
      'Capabilities',
      'Status',
      'Last seen',
      'Enabled',
    ]);
    for (const text of ['OpenAI', 'Quality', 'text, vision', '1 Mar 2026', 'Enabled', 'On']) {
      await see(row('writer').getByText(text));
    }
    await see(row('embedder').getByText('Google'));
    await see(row('gone').getByText('No longer listed by the provider'));
    await expect.element(box('gone')).toBeDisabled();
    await see(row('ending').getByText('Ends'));
    await see(page.getByText(/^Last sync: .*2 new, 1 deprecated$/));
  });

  test('the catalogue hides the models that are off until the admin shows them, searches, or filters for nothing else', async () => {
    const off = model('drawing-candidate', { ...candidate, capabilities: ['embedding'] });
    const used = models.filter(({ id }) => id !== 'embedder');
    answer('GET /api/admin/models', { ...catalogue, models: [...used, off] });
    await show('');
    await seeRows(2);
    expect(row('newcomer').query()).toBeNull();
    await button('Show the 2 models that are off').click();
    await seeRows(4);
    await expect.poll(() => location.search).toBe('?off=shown');
    await button('Hide the models that are off').click();
    await seeRows(2);
    await show('?q=newcomer');
    await see(row('newcomer'));
    await show('?show=embedding');
    await see(row('drawing-candidate'));
    expect(page.getByRole('button', { name: /models that are off/ }).query()).toBeNull();
  });

  test.each([1440, 1024])(
    'the catalogue shows each id in full on a screen of %i pixels',
    async (width) => {
      const id = 'gemini-3.1-flash-image-preview-11-2026';
      answer('GET /api/admin/models', { ...catalogue, models: [...models, model(id)] });
      await show();
      await resize(width, 900);
      await see(row(id));
      const text = row(id).getByTitle(id, { exact: true }).element();
      expect(text.textContent).toBe(id);
      await expect.poll(() => text.scrollWidth - text.clientWidth).toBeLessThanOrEqual(0);
      const cell = text.closest('td')!.getBoundingClientRect();
      const { top, bottom, right } = text.getBoundingClientRect();
      expect([innerWidth, right <= cell.right]).toEqual([width, true]);
      expect([top >= cell.top, bottom <= cell.bottom]).toEqual([true, true]);
    },
  );

  test.each([
    ['Text/Vision', '?show=text&off=shown', 2],
    ['Image', '?show=image&off=shown', 1],
    ['Embedding', '?show=embedding&off=shown', 1],
    ['All', '?off=shown', 4],
  ])('the address keeps the filter %s of the catalogue', async (name, address, count) => {
    await show('?show=image&off=shown');
    await seeRows(1);
    await page.getByRole('radio', { name, exact: true }).click();
    await expect.poll(() => location.search).toBe(address);
    await seeRows(count);
  });

  test('an admin can search the catalogue by id and label, and it says when nothing matches', async () => {
    await show();
    await seeRows(4);
    await userEvent.keyboard('/');
    await userEvent.keyboard('LABEL of P');
    await seeRows(1);
    await expect.poll(() => location.search).toBe('?off=shown&q=LABEL+of+P');
    await show('?q=nothing');
    await see(page.getByText('No models match. Change the search or the filter.'));
  });

  test('an admin can sort the catalogue by each column', async () => {
    await show();
    await seeRows(4);
    await page.getByRole('columnheader', { name: 'Label' }).getByRole('button').click();
    const ids = () =>
      findRows()
        .elements()
        .map((each) => each.querySelector('[title]')?.getAttribute('title'));
    await expect.poll(ids).toEqual(['writer', 'painter', 'newcomer', 'embedder']);
    await page.getByRole('columnheader', { name: 'Label' }).getByRole('button').click();
    await expect.poll(ids).toEqual(['embedder', 'newcomer', 'painter', 'writer']);
  });

  test('the catalogue shows a skeleton while loading, and can be loaded again after a failure', async () => {
    const release = keepBack('GET /api/admin/models');
    await show();
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await seeGone(save);
    refuse('GET /api/admin/models', 'internal');
    release();
    await see(page.getByRole('alert').getByText('Failed to load'));
    await seeGone(page.getByRole('table'));
    answer('GET /api/admin/models', catalogue);
    await button('Try again').click();
    await seeRows(4);
  });
});

describe('a model', () => {
  test('an admin can enable a model without a price and make it a default, and the page warns of it', async () => {
    await show();
    await see(row('newcomer').getByText('No price'));
    await see(row('newcomer').getByText('Candidate'));
    await box('newcomer').click();
    await see(row('newcomer').getByText('On', { exact: true }));
    await see(row('newcomer').getByText('Enabled'));
    await see(page.getByText('No price: newcomer. The cost of its calls will not be known.'));
    await userEvent.selectOptions(
      page.getByLabelText('Text quality'),
      'Label of newcomer · OpenAI',
    );
    await see(page.getByText('Unsaved changes: 2'));
    const enabled = model('newcomer', { priced: false, prices: noPrices });
    answer('POST /api/admin/models', {
      ...catalogue,
      models: [models[0]!, enabled, ...models.slice(2)],
    });

    await save.click();

    await see(page.getByText('Models saved'));
    const defaults = catalogue.defaults;
    expect(sent()).toEqual([
      {
        updates: [{ id: 'newcomer', provider: 'openai', enabled: true }],
        defaults: { ...defaults, text: { ...defaults.text, quality: 'newcomer' } },
      },
    ]);
    await see(page.getByText('Everything is saved.'));
    await button('Notices: 1').click();
    const notices = page.getByRole('list', { name: 'Notices' });
    await see(notices.getByText('1 enabled without a price'));
    await notices.getByRole('button', { name: 'Label of newcomer' }).click();
    await see(page.getByRole('dialog').getByText('Prices No price'));
  });

  test('an admin can disable a default model only after choosing another default', async () => {
    answer('GET /api/admin/models', { ...catalogue, models: [...models, model('other')] });
    await show();
    await box('writer').click();
    await see(row('writer').getByText('Still a default'));
    await see(page.getByText('Choose all six defaults to save them.'));
    await see(page.getByText('writer is a default. Choose another default before'));
    await expect.element(page.getByLabelText('Text speed')).toHaveValue('');
    await expect.element(save).toBeDisabled();
    for (const purpose of ['Text quality', 'Text speed', 'Vision quality', 'Vision speed']) {
      await userEvent.selectOptions(page.getByLabelText(purpose), 'Label of other · OpenAI');
    }
    await see(page.getByText('Unsaved changes: 5'));
    await save.click();
    await expect
      .poll(sent)
      .toMatchObject([
        { updates: [{ id: 'writer', enabled: false }], defaults: { text: { speed: 'other' } } },
      ]);
  });

  test('the selects of defaults offer only enabled and capable models', async () => {
    answer('GET /api/admin/models', {
      ...catalogue,
      models: [models[0]!, models[1]!],
      defaults: { ...catalogue.defaults, image: { generate: null, edit: null } },
    });
    await show();
    const options = (label: string) =>
      [...(page.getByLabelText(label).element() as HTMLSelectElement).options].map(
        ({ text }) => text,
      );
    await seeRows(2);
    expect(options('Text quality')).toEqual(['Label of writer · OpenAI']);
    expect(options('Image edit')).toEqual(['No suitable model']);
  });
});

describe('unsaved changes', () => {
  test('one press discards all unsaved changes of models', async () => {
    await show();
    await expect.element(button('Discard changes')).toBeDisabled();
    await box('newcomer').click();
    await button('Discard changes').click();
    await expect.element(box('newcomer')).not.toBeChecked();
    await see(page.getByText('Everything is saved.'));
  });

  test("unsaved changes of models stay when saving fails, and the server's text is shown", async () => {
    await show();
    await box('newcomer').click();
    cutOff('POST /api/admin/models');
    await save.click();
    await see(page.getByRole('alert').getByText(/^Save failed\. Couldn’t reach Sachet/));
    refuse('POST /api/admin/models', 'wrong_state');
    await save.click();
    await see(page.getByRole('alert').getByText('Refused: wrong_state'));
    await see(page.getByText('Unsaved changes: 1'));
    await expect.element(box('newcomer')).toBeChecked();
  });

  test('models cannot be edited while they are being saved', async () => {
    await show();
    await box('newcomer').click();
    const release = keepBack('POST /api/admin/models');
    await save.click();
    await expect.element(button('Saving…')).toBeDisabled();
    await expect.element(box('newcomer')).toBeDisabled();
    release();
    await see(page.getByText('Everything is saved.'));
  });

  test('the models page asks before a link or Back loses unsaved changes', async () => {
    answer('GET /api/admin/provider-balances', () => {
      throw new Error('not reached');
    });
    refuse('GET /api/admin/users', 'internal');
    refuse('GET /api/admin/metrics', 'internal');
    await visit('/admin/users');
    await page.getByRole('link', { name: 'Models', exact: true }).click();
    await button('Show 1 model that is off').click();
    await box('newcomer').click();
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await see(question.getByText('You have unsaved changes.'));
    await question.getByRole('button', { name: 'Cancel' }).click();
    await seeGone(question);
    await expect.poll(() => location.pathname).toBe('/admin');

    history.back();
    await see(question);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await seeGone(question);
    await expect.element(box('newcomer')).toBeChecked();
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);

    history.back();
    await question.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByRole('heading', { level: 1, name: 'Users' }));
    await expect.poll(() => location.pathname).toBe('/admin/users');
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  test('an admin can leave unsaved changes after a confirmation, and open a new tab without one', async () => {
    refuse('GET /api/admin/users', 'internal');
    refuse('GET /api/admin/metrics', 'internal');
    await visit('/admin?off=shown');
    await box('newcomer').click();
    // A press with Ctrl opens a new tab, so no changes are lost.
    const link = page.getByRole('link', { name: 'Users', exact: true });
    const stay = (event: Event) => event.preventDefault();
    addEventListener('click', stay);
    await link.click({ modifiers: ['Control'] });
    removeEventListener('click', stay);
    await seeGone(question);
    await link.click();
    await question.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByRole('heading', { level: 1, name: 'Users' }));
  });
});

describe('the dialog of a model', () => {
  const dialog = () => page.getByRole('dialog');
  const openPrices = () => dialog().getByText('Prices').click();

  test('the dialog of a model edits tier, capabilities and every price, with the day from which they apply', async () => {
    await show();
    await row('writer').getByRole('button', { name: 'Label of writer' }).click();
    await dialog().getByLabelText('Tier').selectOptions('speed');
    await dialog().getByRole('checkbox', { name: 'vision' }).click();
    await openPrices();
    await dialog().getByLabelText('USD per million cached input tokens').fill('0.2');
    await dialog().getByLabelText('From (UTC)').fill('2199-01-01');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await expect.poll(sent).toEqual([
      {
        updates: [
          {
            id: 'writer',
            provider: 'openai',
            tier: 'speed',
            capabilities: ['text'],
            prices: { cachedInputPerMillionTokensUSD: 0.2 },
            pricesFrom: '2199-01-01',
          },
        ],
        confirmLowPrices: false,
      },
    ]);
    await seeGone(dialog());
  });

  test('the dialog of a model asks before it saves a price of zero', async () => {
    await show();
    await row('writer').getByRole('button', { name: 'Label of writer' }).click();
    await openPrices();
    await dialog().getByLabelText('USD per million output tokens').fill('0');
    const saveIt = dialog().getByRole('button', { name: 'Save' });
    await expect.element(saveIt).toBeDisabled();
    await dialog()
      .getByRole('checkbox', { name: /below one cent/ })
      .click();
    await saveIt.click();
    await expect.poll(sent).toMatchObject([{ confirmLowPrices: true }]);
  });

  test.each([
    { language: 'en', phone: false },
    { language: 'hi', phone: true },
  ] as const)('the dialog of a model is accessible and fits the screen: %o', async (settings) => {
    const later = { from: '2199-01-01', prices: { ...noPrices, inputPerMillionTokensUSD: 3 } };
    const told = { ...catalogue, models: [model('writer', { upcomingPrices: [later] })] };
    answer('GET /api/admin/models', told);
    await show('?off=shown', settings);
    await row('writer').getByRole('button', { name: 'Label of writer' }).click();
    await see(dialog());
    await dialog().element().querySelector('summary')!.click();
    await expectToFit('model');
    await expectAccess('model');
  });
});

describe('a sync with the providers', () => {
  const found: LastSync = {
    syncId: 'sync_1',
    new: ['gpt-6'],
    deprecated: [],
    returned: ['gpt-6.2-sol'],
    failures: [],
    finishedAt: moment,
  };
  const currentSync = { syncId: 'sync_1', requestedAt: moment };

  /** The worker takes the requested sync. */
  const startOnRequest = () =>
    answer('POST /api/admin/sync-now', ({ headers }) => {
      expect(headers.get('Prefer')).toBe('respond-async');
      answer('GET /api/admin/models', { ...catalogue, currentSync });
      return { syncId: 'sync_1' };
    });

  async function finish(given: Partial<AdminModelsResponse> = {}): Promise<void> {
    // The request has been answered: its answer would replace the one below.
    await see(page.getByText(/^Asking the providers for their models/));
    answer('GET /api/admin/models', { ...catalogue, lastSync: found, ...given });
    await announce({ event: 'changed', id: 'models' });
  }

  test('an error of a failed save disappears after a successful sync', async () => {
    await show();
    await box('newcomer').click();
    refuse('POST /api/admin/models', 'wrong_state');
    await save.click();
    const words = page.getByText('Refused: wrong_state');
    await see(words);
    startOnRequest();
    await button('Sync now').click();
    await seeGone(words);
    await see(page.getByText('Unsaved changes: 1'));
  });

  test('a sync shows its progress until it is pushed that the catalogue has changed, and then its result', async () => {
    await show();
    await seeRows(4);
    startOnRequest();
    await button('Sync now').click();
    await expect.element(button('Syncing…')).toBeDisabled();
    await see(page.getByText(/^Asking the providers for their models\. Started: /));
    await finish({ models: [...models, model('gpt-6', candidate)] });
    await see(page.getByText(/^All providers answered\. 1 new, 0 deprecated$/));
    await see(page.getByText('New: gpt-6'));
    await see(page.getByText('Listed again: gpt-6.2-sol'));
    await seeGone(page.getByText(/^Last sync/));
    await seeRows(5);
    await expect.element(button('Sync now')).toBeEnabled();
  });

  test('the catalogue shows the models that a sync has just found, and how many others are off', async () => {
    await show('');
    await seeRows(3);
    startOnRequest();
    await button('Sync now').click();
    await finish({ models: [...models, model('gpt-6', candidate)] });
    await see(row('gpt-6').getByText('Candidate'));
    await seeRows(4);
    const others = button('Show 1 model that is off');
    await see(others);
    const { bottom } = others.element().getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(
      page.getByRole('table').element().getBoundingClientRect().top,
    );
  });

  test('a reloaded page shows the progress of a sync, and a page that comes later its result', async () => {
    answer('GET /api/admin/models', { ...catalogue, currentSync });
    await show();
    await expect.element(button('Syncing…')).toBeDisabled();
    await finish();
    await see(page.getByText(/^All providers answered\. 1 new, 0 deprecated$/));
    await show();
    await see(page.getByText(/^Last sync: .*1 new, 0 deprecated$/));
    await see(page.getByText('New: gpt-6'));
  });

  test('a long list of new models is folded, so that it does not push the page down', async () => {
    const ids = Array.from({ length: 69 }, (_, index) => `gpt-7-${index}`);
    answer('GET /api/admin/models', { ...catalogue, lastSync: { ...found, new: ids } });
    await show();
    const last = page.getByText(/gpt-7-68/);
    await see(page.getByText('New (69)'));
    await expect.element(last).not.toBeVisible();
    await page.getByText('New (69)').click();
    await see(last);
  });

  test('a sync with the providers keeps unsaved changes', async () => {
    await show();
    await box('newcomer').click();
    startOnRequest();
    await button('Sync now').click();
    await see(button('Syncing…'));
    await finish();
    await see(page.getByText(/^All providers answered/));
    await expect.element(box('newcomer')).toBeChecked();
  });

  test('a failed sync names the provider that refused it, and the reason', async () => {
    await show();
    startOnRequest();
    await button('Sync now').click();
    await see(button('Syncing…'));
    await finish({
      lastSync: {
        ...found,
        failures: [{ provider: 'openai', category: 'access', message: 'the key is wrong' }],
        error: 'OpenAI gave no list',
      },
    });
    await see(page.getByText(/^Not every provider answered\./));
    await see(page.getByRole('alert').getByText('Sync failed for OpenAI: the key is wrong'));
  });

  test.each([
    ['internal', /^Sync failed\. Something went wrong on our side/],
    ['unavailable', /^Sync failed\. Refused: unavailable/],
    ['rate_limited', 'Refused: rate_limited'],
  ] as const)('a sync that fails with %s shows the reason', async (code, words) => {
    await show();
    refuse('POST /api/admin/sync-now', code);
    await button('Sync now').click();
    await see(page.getByRole('alert').getByText(words));
  });

  test('the models page says when a sync got no answer', async () => {
    await show();
    cutOff('POST /api/admin/sync-now');
    await button('Sync now').click();
    await see(page.getByRole('alert').getByText(/^Failed to sync\. Couldn’t reach Sachet/));
  });
});

test('saving confirms a default that was replaced automatically, even without changes', async () => {
  const notice: AdminNotice = {
    id: '1',
    subject: 'text_quality',
    raisedAt: moment,
    kind: 'default_deprecated',
    data: { purpose: 'text_quality', from: 'older', to: 'writer' },
  };
  signInAsSuperAdmin([notice]);
  await show();
  await button('Notices: 1').click();
  await see(page.getByText('Text quality: older is no longer available, and writer replaced it.'));
  await userEvent.keyboard('{Escape}');
  await see(page.getByText('A default was replaced. Saving confirms the current defaults.'));
  answer('GET /api/admin/notices', { notices: [] });
  await save.click();
  await expect.poll(sent).toEqual([{ updates: [], defaults: catalogue.defaults }]);
  await seeGone(button('Notices: 1'));
  await expect.element(save).toBeDisabled();
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('the models page is accessible and fits the screen: %o', async (settings) => {
  const endless = model('x'.repeat(90), { label: long.name });
  answer('GET /api/admin/models', { ...catalogue, models: [...models, endless] });
  await show('?off=shown', settings);
  await seeRows(5);
  await box('writer').click();
  await expectToFit('models');
  await expectAccess('models');
});

import {
  encodeCheckpoint,
  encodeWalletHead,
  type Checkpoint,
} from '@sachet/shared/ledger/checkpoint';
import { encodeEvent } from '@sachet/shared/ledger/encoding';
import { eventFields, type EventRecord } from '@sachet/shared/ledger/event';
import { leafHash } from '@sachet/shared/ledger/merkle';
import type { Receipt } from '@sachet/shared/ledger/receipt';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectReadable } from '../../../testing/access';
import { watchDownloads } from '../../../testing/downloads';
import { mount, see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { answer, keepBack, refuse, requestsTo } from '../../../testing/server';
import { somePurchase, someRow, someStatement, someThumbnail } from '../../../testing/statement';
import { ReceiptPage } from './ReceiptPage';
import { VerifyReceiptPage } from './VerifyReceiptPage';

const toHex = (bytes: ArrayBuffer | Uint8Array) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async (data: Uint8Array | string) => {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
};

let receipt: Receipt;
let publicKeyHex: string;

/** Creates a receipt as the ledger does. The ledger has only one wallet with one event. */
beforeAll(async () => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  publicKeyHex = toHex(await crypto.subtle.exportKey('raw', pair.publicKey));
  const keyId = toHex(
    await sha256(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))),
  ).slice(0, 16);
  const nothing = Object.fromEntries(Object.keys(eventFields).map((name) => [name, null]));
  const event = {
    ...nothing,
    encodingVersion: 1,
    walletId: 'wal_asha',
    seq: 1,
    position: 9,
    kind: 'Charged',
    amountPaise: -75_00,
    heldPaise: 0,
    balanceAfterPaise: 175_00,
    heldAfterPaise: 0,
    counterAccount: 'revenue:image',
    actor: 'user:asha',
    effectiveAtMs: Date.UTC(2026, 2, 1, 10),
    recordedAtMs: Date.UTC(2026, 2, 1, 10),
    idempotencyKey: 'key_1',
  } as unknown as EventRecord;
  const requestHashHex = 'ab'.repeat(8);
  const own = await sha256(encodeEvent(event, requestHashHex));
  const head = {
    walletId: 'wal_asha',
    seq: 1,
    headHex: toHex(await sha256(new Uint8Array([...new Uint8Array(32), ...own]))),
    balancePaise: 175_00,
    heldPaise: 0,
  };
  const checkpoint: Checkpoint = {
    version: 1,
    number: 12,
    createdAtMs: Date.UTC(2026, 2, 1, 11),
    walletCount: 1,
    eventCount: 1,
    balancePaise: 175_00,
    heldPaise: 0,
    merkleRootHex: toHex(await leafHash(encodeWalletHead(head), sha256)),
    previousHashHex: '00'.repeat(32),
    keyId,
  };
  const message = encodeCheckpoint(checkpoint) as Uint8Array<ArrayBuffer>;
  receipt = {
    event,
    requestHashHex,
    previousHeadHex: '00'.repeat(32),
    laterDigestsHex: [],
    head,
    path: [],
    checkpoint,
    signatureHex: toHex(await crypto.subtle.sign('Ed25519', pair.privateKey, message)),
  };
});

const answerKeys = (...keys: string[]) =>
  answer('GET /api/checkpoints', {
    publicKeys: keys.map((each) => ({ keyId: 'id', publicKeyHex: each })),
    restores: [],
    checkpoints: [],
    nextBefore: null,
  });
/** Returns the result that each of the three checks shows. */
const readSteps = () =>
  page
    .getByRole('list', { name: 'What was checked' })
    .getByRole('listitem')
    .elements()
    .map((item) => /(Valid|Invalid|Not checked)$/.exec(item.querySelector('p')!.textContent)?.[0]);

describe('the receipt of an entry', () => {
  const show = (query = '?seq=1') => mount(<ReceiptPage />, { path: `/wallet/receipt${query}` });
  beforeEach(() => {
    signIn();
    answerKeys('00'.repeat(32), publicKeyHex);
    answer('GET /api/statement', someStatement([]));
  });

  test('the browser checks a receipt, explains the result, and the user can save the receipt', async () => {
    answer('GET /api/receipt', receipt);
    const downloads = watchDownloads();
    await show();
    await see(page.getByText('This entry is in the ledger, exactly as shown here.'));
    await see(page.getByText('₹75.00'));
    expect(page.getByRole('list', { name: 'What was checked' }).query()).toBeNull();
    await page.getByText('Show the proof').click();
    expect(readSteps()).toEqual(['Valid', 'Valid', 'Valid']);
    await see(page.getByText(/Checkpoint 12 is signed with our key/));
    expect(requestsTo('GET /api/receipt')[0]!.search.get('seq')).toBe('1');
    await page.getByRole('button', { name: 'Save this receipt' }).click();
    const [file] = downloads;
    expect(file!.name).toBe('sachet-receipt-1.json');
    expect(JSON.parse(await file!.text)).toEqual(receipt);
    await expectReadable('a receipt');
  });

  test('a receipt begins with what was bought, its picture and a link to it', async () => {
    const uid = signIn();
    answer('GET /api/receipt', receipt);
    const bought = somePurchase({
      seq: 1,
      subject: 'A red kite',
      thumbnailUrl: someThumbnail,
      member: { uid, name: 'Asha Verma' },
    });
    answer('GET /api/statement', someStatement([bought]));
    await show();
    await see(page.getByRole('heading', { name: 'Image unlocked, 1024 px' }));
    await see(page.getByText('A red kite'));
    await see(page.getByText('Gemini Pro Image'));
    expect(document.querySelector('img')?.getAttribute('src')).toBe(someThumbnail);
    await expect
      .element(page.getByRole('link', { name: 'See what you bought' }))
      .toHaveAttribute('href', '/?mode=image&results=gen_bought');
    const asked = requestsTo('GET /api/statement').at(-1)?.search;
    expect(Object.fromEntries(asked ?? [])).toEqual({ upTo: '1', limit: '1' });
    await expectReadable('a receipt of a picture');
  });

  test('a receipt names the wallet and, in an organization, the member who paid', async () => {
    signIn({ profile: { organizationId: 'org_1', organizationName: 'Chai & Co.' } });
    refuse('GET /api/receipt', 'wrong_state');
    const member = { uid: 'uid_meera', name: 'Meera Nair' };
    answer('GET /api/statement', someStatement([somePurchase({ seq: 1, member })]));
    await show();
    await see(page.getByText('Paid from'));
    await see(page.getByText('Chai & Co.'));
    await see(page.getByText('Meera Nair'));
    expect(page.getByRole('link', { name: 'See what you bought' }).query()).toBeNull();
  });

  test('an entry without a bill can be printed, and the receipt of a payment has its bill', async () => {
    refuse('GET /api/receipt', 'wrong_state');
    const payment = someRow({ kind: 'TopUpCredited', amount: 500, paymentId: 'pay_1' });
    answer('GET /api/statement', someStatement([payment]));
    await show();
    await see(page.getByText('+₹500.00'));
    await see(page.getByText('pay_1'));
    await see(page.getByRole('button', { name: 'Print or save as PDF' }));
    answer('GET /api/documents', {
      items: [
        {
          kind: 'receipt-voucher',
          number: 'RV/2627/000001',
          day: '2026-03-01',
          amount: 500,
          month: null,
        },
      ],
      isIssuing: false,
      supplier: 'registered',
      years: ['2627'],
      next: null,
    });
    await show('?seq=1&again');
    await see(page.getByRole('button', { name: 'Download RV/2627/000001 as PDF' }));
    expect(page.getByRole('button', { name: 'Print or save as PDF' }).query()).toBeNull();
  });

  test('a purchase without a proof yet shows what was bought, its price and the balance, and no proof', async () => {
    refuse('GET /api/receipt', 'wrong_state');
    const bought = somePurchase({ seq: 1, subject: 'A red kite', thumbnailUrl: someThumbnail });
    answer('GET /api/statement', someStatement([bought]));
    await show();
    await see(page.getByRole('heading', { name: 'Image unlocked, 1024 px' }));
    await see(page.getByText('A red kite'));
    await see(page.getByText('₹75.00'));
    await see(page.getByText('₹175.00'));
    expect(page.getByText(/proof/i).query()).toBeNull();
    await expectReadable('a receipt without a proof');
  });

  test('a modified receipt fails at the check that detects the change', async () => {
    answer('GET /api/receipt', { ...receipt, event: { ...receipt.event, amountPaise: -5_00 } });
    await show();
    await see(page.getByText('Invalid: the entry doesn’t match our records.'));
    expect(readSteps()).toEqual(['Invalid', 'Not checked', 'Not checked']);
  });

  test('a receipt that was signed with another key fails', async () => {
    answerKeys('00'.repeat(32));
    answer('GET /api/receipt', receipt);
    await show();
    await see(page.getByText('Invalid: the checkpoint isn’t signed with our key.'));
    expect(readSteps()).toEqual(['Valid', 'Valid', 'Invalid']);
  });

  test('a receipt that was signed with a new key passes once the keys are read again', async () => {
    answerKeys('00'.repeat(32));
    const releaseReceipt = keepBack('GET /api/receipt');
    await show();
    await expect.poll(() => requestsTo('GET /api/checkpoints').length).toBe(1);
    answerKeys('00'.repeat(32), publicKeyHex);
    const releaseKeys = keepBack('GET /api/checkpoints');
    answer('GET /api/receipt', receipt);
    releaseReceipt();
    await expect.poll(() => requestsTo('GET /api/checkpoints').length).toBe(2);
    expect(page.getByText(/Invalid/).elements()).toEqual([]);
    releaseKeys();
    await see(page.getByText('This entry is in the ledger, exactly as shown here.'));
    expect(requestsTo('GET /api/checkpoints')).toHaveLength(2);
  });

  test('the receipt page says that a receipt was not found or could not be loaded', async () => {
    refuse('GET /api/receipt', 'not_found');
    await show('?seq=2');
    await see(page.getByText('This entry isn’t in your statement.'));
    refuse('GET /api/receipt', 'internal');
    await show('?seq=3');
    await see(page.getByRole('alert').getByText('Couldn’t load the receipt.'));
  });
});

describe('checking a receipt file', () => {
  const choose = (content: string) =>
    userEvent.upload(page.getByLabelText('Receipt file'), new File([content], 'kept.json'));
  const show = () => mount(<VerifyReceiptPage />, { path: '/verify-receipt' });

  test('the user can leave the page while it is loading the keys', async () => {
    keepBack('GET /api/checkpoints');
    await show();
    await expect.poll(() => requestsTo('GET /api/checkpoints').length).toBe(1);
  });

  test('a receipt file is checked without a sign-in and, once the page is open, without a network', async () => {
    answerKeys(publicKeyHex);
    await show();
    await expect.poll(() => requestsTo('GET /api/checkpoints').length).toBe(1);
    await expectReadable('the page that checks receipts');
    // From this point on, reading the keys fails.
    refuse('GET /api/checkpoints', 'unavailable');
    await see(page.getByText('Choose a file'));
    await choose(JSON.stringify(receipt));
    await see(page.getByText('kept.json'));
    await see(page.getByText('This entry is in the ledger, exactly as shown here.'));
    await choose(JSON.stringify({ ...receipt, event: { ...receipt.event, reason: 'x' } }));
    await see(page.getByText('Invalid: the entry doesn’t match our records.'));
    expect(requestsTo('GET /api/checkpoints')).toHaveLength(1);
  });

  test.each(['hello', '{}'])(
    'the receipt page rejects a file that is not a receipt: %j',
    async (content) => {
      answerKeys(publicKeyHex);
      await show();
      await choose(content);
      await see(page.getByText('This isn’t a receipt. Choose the file you saved.'));
      expect(page.getByText('What was checked').elements()).toEqual([]);
    },
  );

  test('the user can enter a key when the published keys cannot be loaded', async () => {
    refuse('GET /api/checkpoints', 'not_found');
    await show();
    await page.getByLabelText('Public key').fill(publicKeyHex);
    await choose(JSON.stringify(receipt));
    await see(page.getByText('This entry is in the ledger, exactly as shown here.'));
  });
});

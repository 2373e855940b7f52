// Finance requests files of the books; the worker makes them and a browser downloads them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ExportFile, ExportsResponse } from '@sachet/shared/finance/contracts/admin-exports';
import { addDays, dayMs, hourMs, istDay } from '@sachet/shared/time';
import { createCustomer, type AnyBody, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let finance: Customer;
beforeAll(async () => {
  open = await openStack({ limits: impatient });
  finance = await createCustomer(open.stack);
  await open.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
});
afterAll(() => open?.stop());
beforeEach(() => open.books.query('delete from export_file'));

const today = istDay(Date.now());
const order = (json: object) => finance.send<ExportFile & AnyBody>('/api/admin/exports', { json });
const list = async () => (await finance.send<ExportsResponse>('/api/admin/exports')).body.exports;
const fetchFile = (file: ExportFile, headers: Record<string, string> = {}) =>
  fetch(open.stack.apiUrl + file.url!, { headers });

async function waitFor(id: string): Promise<ExportFile> {
  const find = async () => (await list()).find((each) => each.id === id);
  await vi.waitFor(async () => expect((await find())?.status).toBe('done'), {
    timeout: 60_000,
    interval: 50,
  });
  return (await find())!;
}
async function make(json: object): Promise<ExportFile> {
  const asked = await order(json);
  expect(asked.status).toBe(202);
  return waitFor(asked.body.id);
}

describe('a file of the ledger', () => {
  test.each(['csv', 'ndjson'] as const)(
    'a ledger export as %s contains the whole filtered list',
    async (format) => {
      const filter = { uid: finance.uid, from: '2026-01-01T00:00:00+05:30' };
      const made = await make({ what: 'ledger', format, filter });
      expect(made).toMatchObject({
        fileName: `sachet-ledger-${today}.${format}`,
        progress: 1,
        rows: 1,
        requestedBy: `user:${finance.uid}`,
      });
      const answer = await fetchFile(made);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('content-disposition')).toContain(made.fileName);
      expect(bytes).toHaveLength(made.bytes!);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.sha256);
      const { SIGNUP, ...rest } = { SIGNUP: 'SignupBonusCredited', ...filter };
      expect(bytes.toString()).toContain(SIGNUP);
      const direct = await fetch(
        `${open.stack.apiUrl}/api/admin/ledger/export?${new URLSearchParams({ ...rest, format })}`,
        { headers: finance.headers },
      );
      expect(bytes).toEqual(Buffer.from(await direct.arrayBuffer()));
      const audit = `select action from admin_audit where details->>'exportId' = $1`;
      expect(await open.books.query(audit, [made.id])).toEqual([{ action: 'export-books' }]);
    },
  );

  test('an interrupted download continues where it stopped, and not beyond the end of the file', async () => {
    const made = await make({ what: 'ledger', format: 'csv', filter: { uid: finance.uid } });
    const whole = Buffer.from(await (await fetchFile(made)).arrayBuffer());
    const etag = `"${made.sha256}"`;
    const rest = await fetchFile(made, { range: 'bytes=100-', 'if-range': etag });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(100));
    const changed = await fetchFile(made, { range: 'bytes=100-', 'if-range': '"another file"' });
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
    expect((await fetchFile(made, { range: `bytes=${whole.length}-` })).status).toBe(416);
  });

  test.each([
    ['an invalid amount', { amountFrom: 'much' }, 'filter.amountFrom'],
    ['an unknown filter', { colour: 'red' }, 'filter'],
  ])('a ledger export filtered by %s is refused', async (_name, filter, field) => {
    expectRefusal(await order({ what: 'ledger', format: 'csv', filter }), 'invalid', field);
    expect(await list()).toEqual([]);
  });
});

describe('other files', () => {
  test('daily vouchers have the sums of each finished day', async () => {
    const yesterday = addDays(today, -1);
    await open.books.query(
      `insert into ledger_day values ($1, $1, 'TopUpCredited', 'gateway:razorpay', 2, 50050, 0),
                                     ($1, $1, 'Charged', 'revenue:chat', 1, -250, 0)`,
      [yesterday],
    );
    await open.books.query(`insert into provenance_used values ($1, 'revenue:chat', 200, 50)`, [
      yesterday,
    ]);
    await open.books.query('insert into provenance_day values ($1, 49850, -50, 0)', [yesterday]);
    const made = await make({ what: 'vouchers', from: addDays(today, -30), to: yesterday });
    for (const table of ['ledger_day', 'provenance_used', 'provenance_day']) {
      await open.books.query(`delete from ${table} where day = $1`, [yesterday]);
    }
    const xml = await (await fetchFile(made)).text();
    expect(made).toMatchObject({
      rows: 2,
      fileName: expect.stringMatching(/^sachet-vouchers-.*xml$/),
    });
    expect(xml).toContain(`<DATE>${yesterday.replaceAll('-', '')}</DATE>`);
    // Purchases with the bonus are not sales.
    expect([...xml.matchAll(/<AMOUNT>(.*?)</g)].map(([, amount]) => amount)).toEqual([
      '-500.50',
      '500.50',
      '-2.00',
      '2.00',
    ]);
  });

  test('an export of settlement lines has the lines of the requested days', async () => {
    const id = 'pay_exported';
    await open.books.query(
      `with line as (
         insert into settlement_line (kind, entity_id, settlement_id, version, is_gone, digest,
           amount_paise, debit_paise, credit_paise, fee_paise, tax_paise, currency, on_hold,
           created_on, settled_on, utr, raw)
         values ('payment', $1, 'setl_1', 1, false, sha256('x'), 50000, 0, 48820, 1000, 180, 'INR',
           false, '2021-03-01', '2021-03-03', '=utr', '{}') returning *)
       insert into settlement_current
       select kind, entity_id, settlement_id, id, created_on, settled_on, utr, payment_id, dispute_id
         from line`,
      [id],
    );
    const made = await make({ what: 'settlement-lines', from: '2021-03-03', to: '2021-03-04' });
    const [head, line, end] = (await (await fetchFile(made)).text()).split('\r\n');
    expect(head).toContain('settled_on,settlement,utr,kind,entity');
    expect(line).toBe(
      `2021-03-03,setl_1,'=utr,payment,${id},,,2021-03-01,INR,500.00,0.00,488.20,10.00,1.80,no`,
    );
    expect([made.rows, end]).toEqual([1, '']);
    const other = await make({ what: 'settlement-lines', from: '2021-03-04', to: '2021-03-05' });
    expect(other.rows).toBe(0);
  });

  test('an export of exceptions has those that were opened on the requested days', async () => {
    await open.books.query(
      `insert into payment_exception (kind, subject, payment_id, detail, opened_at)
       values ('unknown_order', 'pay_listed', 'pay_listed', '{}', '2021-03-03T23:00:00+05:30'),
              ('unknown_order', 'pay_later', 'pay_later', '{}', '2021-03-04T00:00:00+05:30')`,
    );
    const made = await make({ what: 'exceptions', from: '2021-03-02', to: '2021-03-03' });
    const text = await (await fetchFile(made)).text();
    expect([made.rows, text]).toEqual([1, expect.stringContaining('pay_listed')]);
    expect(text).not.toContain('pay_later');
  });

  test.each([
    ['not over yet', 'vouchers', today, today, 'to'],
    ['too many', 'vouchers', addDays(today, -367), addDays(today, -1), 'from'],
  ])('an export of days that are %s is refused', async (_name, what, from, to, field) => {
    expectRefusal(await order({ what, from, to }), 'invalid', field);
  });
});

describe('permission to export a file', () => {
  test('a download needs an address that we signed and that has not expired', async () => {
    const made = await make({ what: 'ledger', format: 'csv', filter: { uid: finance.uid } });
    const url = new URL(made.url!, open.stack.apiUrl);
    const change = (name: string, value: string) => {
      const changed = new URL(url);
      changed.searchParams.set(name, value);
      return fetch(changed);
    };
    const expires = Number(url.searchParams.get('expires'));
    expect((expires - Date.now()) / hourMs).toBeLessThanOrEqual(2);
    for (const refused of [
      await change('expires', String(expires + 1)),
      await change(
        'id',
        made.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
      await change('signature', 'x'.repeat(43)),
    ]) {
      expect(refused.status).toBe(403);
    }
    expect((await fetch(`${open.stack.apiUrl}/api/export?id=../../etc/passwd`)).status).toBe(400);
  });

  test('a download ends with the permission of the person for whom its address was made', async () => {
    const made = await make({ what: 'ledger', format: 'csv', filter: { uid: finance.uid } });
    expect((await fetchFile(made)).status).toBe(200);
    await open.books.query('delete from finance_user where uid = $1', [finance.uid]);
    expect((await fetchFile(made)).status).toBe(403);
    await open.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
    expect((await fetchFile(made)).status).toBe(200);
  });

  test('a deleted export has neither a working address nor a file', async () => {
    const made = await make({ what: 'ledger', format: 'csv', filter: { uid: finance.uid } });
    const folder = join(open.imageFolder, '.exports');
    expect(readdirSync(folder)).toContain(`${made.id}.1`);
    const remove = () => finance.send(`/api/admin/exports?id=${made.id}`, { method: 'DELETE' });
    expect((await remove()).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await fetchFile(made)).status).toBe(404);
    await vi.waitFor(() => expect(existsSync(join(folder, `${made.id}.1`))).toBe(false), {
      timeout: 60_000,
      interval: 50,
    });
    expect((await remove()).status).toBe(404);
  });

  test('an export is deleted after seven days', async () => {
    const made = await make({ what: 'ledger', format: 'csv', filter: { uid: finance.uid } });
    expect((Date.parse(made.expiresAt!) - Date.now()) / dayMs).toBeCloseTo(7, 1);
    await open.books.query(`update export_file set expires_at = now() where id = $1`, [made.id]);
    expect(await list()).toEqual([]);
    expect((await fetchFile(made)).status).toBe(404);
  });
});

describe('failures of an export', () => {
  const insert = (id: string, columns: string) =>
    open.books.query(
      `insert into export_file (id, request, requested_by, ${columns.split('=')[0]})
       values ($1, $2, 'someone', ${columns.split('=')[1]})`,
      [id, JSON.stringify({ what: 'ledger', format: 'csv', filter: { uid: finance.uid } })],
    );
  const toTestId = (n: number) => `exp_${String(n).padStart(18, '0')}`;

  test('an export whose worker crashed is made again from the start by another worker', async () => {
    const id = toTestId(1);
    await insert(id, `status, attempt, beat_at='running', 1, now() - interval '1 hour'`);
    const made = await waitFor(id);
    expect(made.rows).toBe(1);
    const { attempt } = (
      await open.books.query('select attempt from export_file where id = $1', [made.id])
    )[0] as { attempt: number };
    expect(attempt).toBe(2);
  });

  test('an export whose job was lost is made', async () => {
    await insert(toTestId(2), `beat_at=now() - interval '1 hour'`);
    expect((await waitFor(toTestId(2))).rows).toBe(1);
  });

  test('concurrent requests beyond the waiting limit are refused with a time to try again', async () => {
    const lines = { what: 'settlement-lines', from: '2021-05-01', to: '2021-05-02' };
    for (const n of [1, 2, 3, 4, 5]) await insert(toTestId(n), `beat_at=now() + interval '1 hour'`);
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(lines)));
    for (const answer of answers) expectRefusal(answer, 'rate_limited');
    expect(await list()).toHaveLength(5);
  });
});

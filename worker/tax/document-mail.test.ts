// Every kind of document is mailed to the people whose wallet it is about, in their languages.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDueMails } from '@sachet/db/mails';
import { openPapers, type Papers } from '@sachet/db/tax/testing/papers';
import { walletCalled } from '@sachet/db/testing/ledger-story';
import { startInbox, type InboxAnswer } from '@sachet/dev/sandbox/inbox';
import { inKarnataka, registered } from '@sachet/shared/tax/testing/parties';
import { lastIstMonths } from '@sachet/shared/time';
import { sendMail } from '../mail/send-mail.ts';
import { createMailer } from '../../adapters/mail/mail.ts';

const log = pino({ level: 'silent' });
const [used, invoiced] = lastIstMonths(Date.now(), 3) as [string, string];

interface Person {
  readonly uid: string;
  readonly walletId: string;
  readonly language: 'en' | 'hi' | 'hg';
  readonly role?: 'admin' | 'user';
  readonly billMails?: boolean;
}

async function addPerson(
  { owner }: Papers,
  { uid, walletId, language, role, billMails = true }: Person,
): Promise<void> {
  await owner.query(
    `insert into user_profile (uid, account_type, role, organization_id, wallet_id, first_name, last_name,
       email, email_verified, bill_mails, language)
     values ($1, $2, $3, $4, $5, 'Asha', 'Rao', $1 || '@month.test', true, $6, $7)`,
    [
      uid,
      role ? 'organization' : 'individual',
      role ?? 'user',
      role ? 'org_agency' : null,
      walletId,
      billMails,
      language,
    ],
  );
}

let papers: Papers;
let inbox: Awaited<ReturnType<typeof startInbox>>;

beforeAll(async () => {
  papers = await openPapers(`${used}-05T10:00:00+05:30`);
  inbox = await startInbox({ emulatorUrl: null, projectId: 'demo-x' });
  await papers.supply();
  const asha = await walletCalled(papers, 'wal_asha');
  const free = await walletCalled(papers, 'wal_free');
  const agency = await walletCalled(papers, 'wal_agency');
  await papers.owner.query(`insert into organization (id, name) values ('org_agency', 'Agency')`);
  await addPerson(papers, { uid: 'asha', walletId: asha, language: 'hi' });
  await addPerson(papers, { uid: 'free', walletId: free, language: 'en' });
  const inAgency = { walletId: agency, role: 'admin' } as const;
  await addPerson(papers, { ...inAgency, uid: 'admin', language: 'en' });
  await addPerson(papers, { ...inAgency, uid: 'second', language: 'hg' });
  await addPerson(papers, { ...inAgency, uid: 'quiet', language: 'en', billMails: false });
  await addPerson(papers, { ...inAgency, uid: 'member', language: 'en', role: 'user' });
  const addOrder = (id: string, uid: string) =>
    papers.owner.query(
      `insert into payment_order (id, uid, wallet_id, amount_paise, expires_at)
       values ($1, $2, $3, 100, now())`,
      [id, uid, agency],
    );
  await papers.bill(asha, inKarnataka);
  await papers.bill(agency, registered);
  await papers.topUp(asha, 100_00, 'pay_asha');
  const charge = await papers.charge(asha, 9_00);
  await addOrder('ord_pay_admin', 'admin');
  await papers.topUp(agency, 499_00, 'pay_admin');
  await addOrder('ord_pay_member', 'member');
  await papers.topUp(agency, 70_00, 'pay_member');
  await addPerson(papers, { ...inAgency, uid: 'unreached', language: 'en', role: 'user' });
  await papers.owner.query(
    `update user_profile set email_verified = false where uid = 'unreached'`,
  );
  await addOrder('ord_pay_unreached', 'unreached');
  await papers.topUp(agency, 80_00, 'pay_unreached');
  await papers.charge(agency, 9_00);
  await papers.charge(agency, 9_00);
  // Bonus credit paid for everything: its invoice is about nothing.
  await papers.tell(free, { type: 'CreditSignupBonus', amountPaise: 250_00 });
  await papers.charge(free, 9_00);
  await papers.setTime(`${invoiced}-01T00:30:00+05:30`);
  await papers.issue();
  await papers.tell(asha, { type: 'RefundCharge', chargeSeq: charge.seq, amountPaise: 9_00 });
  await papers.tell(asha, {
    type: 'RefundTopUp',
    amountPaise: 50_00,
    paymentId: 'pay_asha',
  });
  await papers.issue();
  // Never before the clock of a column's default, which is not shifted.
  await papers.setTime(new Date(Date.now() + 60_000).toISOString());
});
afterAll(async () => {
  await inbox?.close();
  await papers?.close();
  await papers?.database.drop();
});

/** Mails what is due, as the jobs that the sweep adds to the queue do. */
async function mailDue(): Promise<void> {
  const { db } = papers;
  const mailer = createMailer({
    smtpUrl: inbox.smtpUrl,
    from: 'Sachet <no-reply@sachet.test>',
    deadlineMs: 60_000,
  });
  const mail = { mailer, publicUrl: 'https://sachet.test' };
  for (const mailId of await readDueMails(db, 100)) {
    await sendMail({ db, log, mail, noticeEmails: [] }, { mailId, retryAfterMs: 60_000 });
  }
}

async function readMails(uid: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${inbox.url}/api/messages`);
  const { messages } = (await answer.json()) as InboxAnswer;
  return messages
    .filter(({ to }) => to === `${uid}@month.test`)
    .map(({ subject, text }) => ({ subject, text: text ?? '' }));
}

test('invoices, refund vouchers and credit notes are mailed once to each admin or owner, in their language', async () => {
  await mailDue();
  await mailDue();
  const found = await readMails('asha');
  const findMail = (kind: string) => found.filter(({ subject }) => subject.includes(kind));
  expect(found).toHaveLength(4);
  expect(findMail('टैक्स इनवॉइस')[0]!.text).toMatch(/में आपने अपने वॉलेट से ₹9.00 इस्तेमाल किए/);
  expect(findMail('क्रेडिट नोट')[0]!.text).toMatch(/₹9.00 आपके वॉलेट में लौटा दिए गए/);
  expect(findMail('रिफ़ंड वाउचर')[0]!.text).toMatch(/₹50.00 इस्तेमाल नहीं हुए थे/);
  expect(findMail('एडवांस की रसीद')[0]!.text).toMatch(/₹100.00 का पेमेंट मिल गया/);
  const admin = await readMails('admin');
  expect(admin.map(({ subject }) => subject.replace(/ [A-Z]+\/.*/, '')).toSorted()).toEqual([
    'Sachet: receipt voucher',
    // The payer of this one cannot be reached.
    'Sachet: receipt voucher',
    'Sachet: tax invoice',
  ]);
  expect((await readMails('member')).map(({ text }) => text)).toEqual([
    expect.stringContaining('We received your payment of ₹70.00.'),
  ]);
  expect(admin.find(({ subject }) => subject.includes('invoice'))!.text).toMatch(
    /In [A-Z][a-z]+ 20\d\d you used ₹18.00 from your wallet/,
  );
  const second = await readMails('second');
  expect(second.find(({ subject }) => subject.includes('invoice'))!.text).toMatch(
    /mein tumne apne wallet se ₹18.00 use kiye/,
  );
  for (const uid of ['quiet', 'unreached', 'free']) expect(await readMails(uid)).toEqual([]);
});

test('an invoice that gets its IRN is mailed again', async () => {
  const { rows } = await papers.owner.query<{ id: number }>(
    `select id from document where kind = 'tax-invoice' and wallet_id = 'wal_agency'`,
  );
  await papers.owner.query(
    `insert into e_invoice (document_id, irn, ack_number, ack_at, signed_qr, stored_by)
     values ($1, repeat('ab', 32), '112010036563310', '2026-12-01 10:15:00', 'a.b.c', 'finance')`,
    [rows[0]!.id],
  );
  await papers.owner.query('select ask_document_mail($1)', [rows[0]!.id]);
  await mailDue();
  const texts = (await readMails('admin')).map(({ text }) => text);
  expect(texts).toHaveLength(4);
  expect(texts.filter((text) => text.includes('(IRN)'))).toHaveLength(1);
});

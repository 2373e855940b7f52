// The server pushes its changes (`GET /api/events`), so that no page has to poll.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The files with timers, and what each timer is for. None may read the server's state. */
const timers: Record<string, string> = {
  'features/admin/users/OrganizationSearch.tsx': 'searches after the last key',
  'api/client.ts': 'lets SWR store the answers that have arrived',
  'api/event-stream.ts': 'reconnects the stream that replaces polling',
  'api/profile.ts': 'reads a profile that a sign-up has not written yet: twice, docs/product.md',
  'api/subjects.ts': 'reads subjects that change together only once',
  'app/base/lazy-part.tsx': 'forgets a failure that was not shown',
  'browser/back.ts': 'waits for the history, which has no event for what did not happen',
  'browser/use-now.ts': 'the age of a conversation and the time that is left of a deadline',
  'browser/save-file.ts': 'releases a file after the download has begun',
  'features/chat/reply-transport.ts': 'reconnects the stream of a reply',
  'features/studio/generation-card/WaitingCard.tsx': 'the next sentence for a person who waits',
  'features/studio/purchase/BuyPicture.tsx': 'the seconds that a purchase takes',
  'features/people/auth/code-wait.ts': 'the seconds until a code can be sent again',
  'features/people/ready/notices.ts': 'gives up on a service worker that is not ready',
  'app/shell/BusyOverlay.tsx': 'says that an answer is late',
  'app/shell/LowerNotices.tsx': 'says that an answer is late',
  'features/studio/text/CopyButton.tsx': 'hides the tick',
  'features/payments/top-up/use-checkout.ts': 'lets the dialog release the focus',
  'ui/SearchInput.tsx': 'searches after the last key',
  'ui/Toaster.tsx': 'hides a toast',
  'ui/use-text-limit.ts': 'lets the browser finish its own change first',
};

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing\//.test(file))
  .map((file) => ({
    file: file.replaceAll('\\', '/'),
    text: readFileSync(join(import.meta.dirname, file), 'utf8'),
  }));

const findFiles = (pattern: RegExp) =>
  files.flatMap(({ file, text }) => (pattern.test(text) ? file : [])).toSorted();

test('no read of the client repeats itself', () => {
  expect(findFiles(/refresh(?:Interval|WhenHidden)/)).toEqual([]);
});

test('every timer of the client is known and waits for something else than the server', () => {
  expect(findFiles(/\bset(?:Interval|Timeout)\(/)).toEqual(Object.keys(timers).toSorted());
});

// Another reply, an edited message, pictures, search and download, at 360 px.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../testing/access';
import { answers, askedMessages, box, openChat, questions } from '../../testing/chat-window';
import { watchDownloads } from '../../testing/downloads';
import { answerConversations, someConversation, someTurn } from '../../testing/conversations';
import { button, see, seeGone } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { haveProviders, requiredProviders } from '../../testing/providers';
import { answer, refuse, requestsTo, respond } from '../../testing/server';
import { answerUploads } from '../../testing/uploads';

beforeEach(() => void signIn());

const phone = { phone: true };
const opensBlock = () =>
  someConversation({ turnCount: 5, next: { block: 1, repliesLeft: 5, inr: 15 } });

test('another reply counts, which is said before, and the earlier one stays folded', async () => {
  const chat = await openChat(someConversation(), phone);
  await see(page.getByText('Another reply or an edit counts as a reply.'));
  await see(page.getByText('4 free replies left'));
  await expectAccess('a reply that can be replaced');
  await expectToFit('a reply that can be replaced');
  await button('Again').click();
  await expect
    .poll(() => askedMessages())
    .toMatchObject([{ prompt: 'Question 1', replacesTurnId: 'turn_1' }]);
  chat.write('A better answer');
  chat.finish();
  await see(answers().getByText('A better answer'));
  await see(page.getByText('3 free replies left'));
  expect(questions().elements()).toHaveLength(1);
  await page.getByText('Earlier version').click();
  await see(page.getByText('Answer 1'));
  await expectAccess('an earlier version');
});

test('another reply that opens a block has the price on its button, which pays without another question', async () => {
  signIn({ wallet: { available: 250 } });
  const chat = await openChat(opensBlock(), phone);
  await button('Again · ₹15').click();
  await expect
    .poll(() => askedMessages())
    .toMatchObject([{ replacesTurnId: 'turn_1', blockPrice: 15 }]);
  chat.write('Here.');
  chat.finish({ inr: 15 });
  await see(page.getByText('₹15 paid · ₹235.00 left'));
});

test('the last message is edited in its place, Escape ends that, and a refused edit keeps its words', async () => {
  await openChat(someConversation(), phone);
  await button('Edit message').click();
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await expect.element(field).toHaveFocus();
  await see(page.getByText('Sending it counts as a reply.'));
  await expectToFit('an edited message');
  await expectAccess('an edited message');
  await userEvent.keyboard('{Escape}');
  await seeGone(field);
  await see(questions().getByText('Question 1'));

  await button('Edit message').click();
  await field.fill('Question 1, shorter');
  refuse('POST /api/chat', 'rate_limited');
  await page.getByRole('log').getByRole('button', { name: 'Send' }).click();
  await see(page.getByRole('alert').getByText('Refused: rate_limited'));
  await expect.element(field).toHaveValue('Question 1, shorter');
  await expect.element(box()).toHaveValue('');
  expect(askedMessages()).toMatchObject([
    { prompt: 'Question 1, shorter', replacesTurnId: 'turn_1' },
  ]);
});

const png = () =>
  new Promise<File>((resolve) => {
    const canvas = document.createElement('canvas');
    canvas.width = 40;
    canvas.height = 30;
    canvas.getContext('2d')!.fillRect(0, 0, 40, 30);
    canvas.toBlob((blob) => resolve(new File([blob!], 'kite.png', { type: 'image/png' })));
  });

test('a picture is attached, shown with its message, uploaded once and sent with it', async () => {
  const photos = answerUploads();
  const chat = await openChat(someConversation(), phone);
  await userEvent.upload(page.getByRole('dialog').getByLabelText('Add a picture'), await png());
  await see(page.getByRole('img', { name: 'Your photo: kite.png' }));
  await expectToFit('an attached picture');
  await expectAccess('an attached picture');
  await box().fill('What is this?');
  await button('Send').click();
  await expect.poll(() => askedMessages()[0]?.uploadIds).toHaveLength(1);
  expect(photos).toHaveLength(1);
  await see(questions().last().getByRole('img', { name: 'Picture 1 of your message' }));
  await seeGone(page.getByRole('img', { name: 'Your photo: kite.png' }));
  chat.write('A kite.');
  chat.finish();
  await see(answers().last().getByText('A kite.'));
});

test('a chat whose model sees no pictures has no button for them, refuses a pasted one and says why', async () => {
  haveProviders(requiredProviders, { google: { uses: ['texts', 'pictures', 'edits'] } });
  await openChat(someConversation(), phone);
  await see(button('Send'));
  await seeGone(page.getByRole('dialog').getByLabelText('Add a picture'));
  const clipboardData = new DataTransfer();
  clipboardData.items.add(await png());
  await box().click();
  window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  await see(page.getByText(/^This provider can’t see pictures right now/));
  await see(page.getByRole('link', { name: 'AI image editor' }));
  expect(page.getByRole('img', { name: 'Your photo: kite.png' }).query()).toBeNull();
  await expectAccess('a refused picture');
});

test('a saved picture is shown in its message and opens whole', async () => {
  const [question, reply] = someTurn(1);
  const url = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
  const pictures = [{ id: 'pic_1', url, width: 1280, height: 960 }];
  await openChat(someConversation({ messages: [{ ...question!, pictures }, reply!] }), phone);
  await see(questions().getByRole('link', { name: 'Picture 1 of your message' }));
  await expectToFit('a message with a picture');
});

test('chats are found by their words, with the place, and nothing found says so', async () => {
  const tea = someConversation({ id: 'con_2', title: 'Tea stall' });
  answerConversations([someConversation(), tea]);
  answer('GET /api/conversations/search', ({ search }) => ({
    found:
      search.get('q') === 'cardamom'
        ? [{ conversation: tea, excerpt: '…ginger and cardamom tea for ₹15…' }]
        : [],
  }));
  await openChat(someConversation(), phone);
  await button('Show Previous Chats').click();
  const sheet = page.getByRole('dialog', { name: 'Saved Conversations' });
  const field = sheet.getByRole('searchbox', { name: 'Search your chats' });
  await field.fill('cardamom');
  await see(sheet.getByText('1 chat found'));
  await see(sheet.getByText('…ginger and cardamom tea for ₹15…'));
  await expectAccess('found chats');
  await field.fill('saffron');
  await see(sheet.getByText('No chat has “saffron”'));
  await field.fill('');
  await see(sheet.getByRole('button', { name: /^Kites/ }));
});

test('a chat is downloaded as a file from the list of chats on a phone', async () => {
  answerConversations([someConversation()]);
  respond(
    'GET /api/conversation/export',
    () => new Response('# Kites', { headers: { 'Content-Type': 'text/markdown' } }),
  );
  await openChat(someConversation(), phone);
  await button('Show Previous Chats').click();
  const files = watchDownloads();
  await button('Download this chat').click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['sachet-chat.md']);
  await expect
    .poll(() => requestsTo('GET /api/conversation/export').map(({ search }) => search.get('id')))
    .toEqual(['con_1']);
});

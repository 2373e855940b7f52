/** The inbox as a page: one file, no network requests except its own JSON, text nodes only. */
export const inboxPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox inbox · Sachet</title>
<style>
:root { --paper:#FBF7F0; --card:#FFFDF9; --ink:#171B26; --soft:#5A6070; --edge:#E6DDCF; --marigold:#F2A20C; --marigold-ink:#7A4A00; --vermilion:#B3341B; --leaf:#2C6E49; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --paper:#141925; --card:#1D2433; --ink:#F3EEE4; --soft:#A9B0C0; --edge:#303950; --marigold:#FFB938; --marigold-ink:#FFD488; --vermilion:#FF9A82; --leaf:#8FD4A8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 'Inter Variable', Inter, system-ui, 'Noto Sans', sans-serif; }
main { max-width: 680px; margin: 0 auto; padding: 32px 16px 64px; }
header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 16px; margin-bottom: 8px; }
h1 { font-size: 24px; line-height: 1.25; letter-spacing: -.02em; margin: 0; }
p { margin: 0; }
.soft { color: var(--soft); font-size: 14px; }
#state { display: flex; align-items: center; gap: 8px; }
#state::before { content: ''; width: 8px; height: 8px; border-radius: 50%; background: var(--leaf); }
#state.down::before { background: var(--vermilion); }
#notice { margin: 16px 0 0; padding: 12px 16px; border: 1px solid var(--vermilion); border-radius: 8px; color: var(--vermilion); font-size: 14px; }
ul { list-style: none; margin: 24px 0 0; padding: 0; display: grid; gap: 16px; }
li { background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: 16px; min-width: 0; }
li.new { animation: arrive 200ms ease-out; }
@keyframes arrive { from { opacity: 0; transform: translateY(-8px); } }
@media (prefers-reduced-motion: reduce) { li.new { animation: none; } }
.top { display: flex; justify-content: space-between; gap: 16px; }
.to { font-weight: 600; overflow-wrap: anywhere; min-width: 0; }
.row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; margin-top: 8px; }
.code { font-size: clamp(32px, 10vw, 40px); line-height: 1.1; font-weight: 700; letter-spacing: .12em; font-variant-numeric: tabular-nums; user-select: all; }
.text { margin-top: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
button, a.open { min-height: 44px; padding: 0 16px; border-radius: 8px; border: 1px solid var(--edge); background: transparent; color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; display: inline-flex; align-items: center; text-decoration: none; }
a.open, button.main { background: var(--marigold); border-color: var(--marigold); color: #171B26; }
button:focus-visible, a:focus-visible { outline: 3px solid var(--marigold-ink); outline-offset: 2px; }
#empty { margin-top: 48px; text-align: center; color: var(--soft); }
[hidden] { display: none !important; }
</style>
</head>
<body>
<main>
<header><h1>Sandbox inbox</h1><p id="state" class="soft" role="status">Connecting…</p></header>
<p class="soft">Codes and e-mails that Sachet would have sent. Nothing leaves this machine.</p>
<p id="notice" role="alert" hidden></p>
<ul id="list" aria-live="polite" aria-label="Messages, newest first"></ul>
<div id="empty" hidden><p>Nothing here yet.</p><p>Ask for a code in Sachet and it appears within a second.</p></div>
</main>
<script>
const list = document.getElementById('list');
const empty = document.getElementById('empty');
const notice = document.getElementById('notice');
const state = document.getElementById('state');
const shown = new Map();
const words = { sms: 'SMS', email: 'E-mail', mail: 'E-mail' };

// Messages are inserted as text, never as markup.
function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function copyButton(text, label, className) {
  const button = element('button', className, label);
  button.type = 'button';
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Select and copy';
    }
    setTimeout(() => { button.textContent = label; }, 1500);
  };
  return button;
}

function card(message) {
  const item = element('li', 'new');
  const top = element('div', 'top');
  top.append(element('span', 'to', message.to), element('time', 'soft'));
  item.append(top, element('p', 'soft', words[message.kind] + ' · ' + message.subject));
  const row = element('div', 'row');
  if (message.text) item.append(element('p', 'text', message.text));
  if (message.code) row.append(element('span', 'code', message.code), copyButton(message.code, 'Copy code', 'main'));
  if (message.link) {
    const link = element('a', 'open', 'Open link');
    link.href = message.link;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    row.append(link, copyButton(message.link, 'Copy link', ''));
  }
  if (row.childNodes.length) item.append(row);
  return item;
}

function ago(then) {
  const seconds = Math.max(0, Math.round((Date.now() - then) / 1000));
  if (seconds < 5) return 'now';
  if (seconds < 60) return seconds + ' s ago';
  if (seconds < 3600) return Math.floor(seconds / 60) + ' min ago';
  return new Date(then).toLocaleTimeString();
}

function show({ messages, emulator }) {
  const ids = new Set(messages.map(({ id }) => id));
  for (const [id, item] of shown) if (!ids.has(id)) { item.remove(); shown.delete(id); }
  messages.forEach((message, index) => {
    if (!shown.has(message.id)) shown.set(message.id, card(message));
    const item = shown.get(message.id);
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] || null);
    item.querySelector('time').textContent = ago(message.seenAt);
  });
  empty.hidden = messages.length > 0 || emulator === 'down';
  say(emulator === 'down' ? 'Sign-in emulator is down' : 'Up to date', emulator === 'down',
    emulator === 'down' ? 'The Firebase Auth emulator does not answer, so new codes cannot be shown. This page tries again every second.' : '');
}

function say(text, down, problem) {
  if (state.textContent !== text) state.textContent = text;
  state.className = down ? 'soft down' : 'soft';
  if (notice.textContent !== problem) notice.textContent = problem;
  notice.hidden = !problem;
}

async function refresh() {
  try {
    const answer = await fetch('/api/messages', { signal: AbortSignal.timeout(4000) });
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
  } catch {
    say('Inbox is down', true, 'The inbox itself does not answer. Is Sachet still running?');
  }
  setTimeout(refresh, 1000);
}
refresh();
</script>
</body>
</html>
`;

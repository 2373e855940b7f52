// Runs before the first paint, so that the wrong theme, language or visitor's page never flashes. A
// separate file, because the content security policy forbids inline scripts. The keys are those of
// src/shell/Header.tsx, shared/pages.ts and src/session/session.ts.
var root = document.documentElement;
var language = new URLSearchParams(location.search).get('lang');
try {
  var theme = localStorage.getItem('sachet.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  language = language || (/(?:^|; )sachet\.language=(\w+)/.exec(document.cookie) || [])[1];
  var isSignedIn = Object.keys(localStorage).some(function (key) {
    return key.indexOf('firebase:authUser:') === 0;
  });
  if (isSignedIn) {
    root.dataset.signedIn = '';
    preloadSignedIn();
  }
} catch {
  // Without storage, the system's theme and English apply.
}
if (language === 'hi') root.lang = 'hi';
if (language === 'hg') root.lang = 'hi-Latn';
if (language === 'en') root.lang = 'en';
function preloadSignedIn() {
  var names = document.querySelector('meta[name="signed-in-scripts"]');
  if (!names) return;
  names.content.split(' ').forEach(function (path) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = path;
    document.head.append(link);
  });
}
// A form that is sent before the client is there waits for it, because a new page would load everything
// again. If a first file is missing, the browser sends it. src/app/use-held-submit.ts sends it otherwise.
var held = null;
addEventListener('submit', function (event) {
  var app = document.getElementById('root');
  if (!app || app.dataset.path === undefined || 'failed' in root.dataset) return;
  if (!('hold' in event.target.dataset)) return;
  event.preventDefault();
  held = event.target;
  held.dataset.hold = 'held';
});
// A first file of the client may be missing, after a deployment or without a connection. Then the
// message in index.html is shown.
addEventListener(
  'error',
  function (event) {
    var target = event.target;
    if (target.tagName !== 'SCRIPT' || target.type !== 'module') return;
    root.dataset.failed = '';
    if (held) held.submit();
  },
  true,
);
// Chromium offers the installation before the client is there; src/shell/LowerNotices.tsx makes the offer later.
addEventListener('beforeinstallprompt', function (event) {
  event.preventDefault();
  window.sachetInstall = event;
});

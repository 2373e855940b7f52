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
// A first file of the client may be missing, after a deployment or without a connection. Then the
// message in index.html is shown.
addEventListener(
  'error',
  function (event) {
    var target = event.target;
    if (target.tagName !== 'SCRIPT' || target.type !== 'module') return;
    root.dataset.failed = '';
  },
  true,
);
// Chromium offers the installation before the client is there; src/shell/LowerNotices.tsx makes the offer later.
addEventListener('beforeinstallprompt', function (event) {
  event.preventDefault();
  window.sachetInstall = event;
});

// Runs before the first paint, so that a chosen theme or language never flashes past, and what is
// painted is the page that comes. A file of its own because the content security policy refuses
// inline scripts. The keys are those of src/shell/Header.tsx, src/i18n/language.ts and
// src/session/session.ts.
var root = document.documentElement;
var place = new URL(location.href);
var isHome =
  (place.pathname === '/' && !place.searchParams.has('mode')) || place.pathname === '/signup';
var isSignedIn = false;
var language = place.searchParams.get('lang');
try {
  var theme = localStorage.getItem('sachet.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  language = language || localStorage.getItem('sachet.language');
  isSignedIn = Object.keys(localStorage).some(function (key) {
    return key.indexOf('firebase:authUser:') === 0;
  });
} catch {
  // Storage may be refused: then the system's theme and English stand.
}
if (language === 'hi') root.lang = 'hi';
if (language === 'hg') root.lang = 'hi-Latn';
if (language === 'en') root.lang = 'en';
// A first file of the client may be missing, after a deployment or without a connection. index.html has
// the words for it.
addEventListener(
  'error',
  function (event) {
    var target = event.target;
    if (target.tagName === 'SCRIPT' && target.type === 'module') root.dataset.failed = '';
  },
  true,
);
root.dataset.shell = isSignedIn ? 'signed-in' : isHome ? 'home signed-out' : 'signed-out';

// Runs before the first paint, so that a chosen theme or language never flashes past. A file of its
// own because the content security policy refuses inline scripts. The keys are those of
// src/theme.ts and src/i18n/language.ts.
try {
  var root = document.documentElement;
  var theme = localStorage.getItem('sachet.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  var language = localStorage.getItem('sachet.language');
  if (language === 'hi') root.lang = 'hi';
  if (language === 'hg') root.lang = 'hi-Latn';
} catch {
  // Storage may be refused: then the system's theme and English stand.
}

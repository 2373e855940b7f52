/**
 * The shell that index.html paints before any script, in the client's place until its first page is
 * there. What was typed in it is handed over once.
 */
type Typed = { text: string; hasFocus: boolean };

export function takeShellPrompt(): Typed {
  const field = document.querySelector<HTMLTextAreaElement>('#static-shell textarea');
  if (!field) return { text: '', hasFocus: false };
  return { text: field.value, hasFocus: document.activeElement === field };
}

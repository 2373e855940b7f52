/** Shrinks the type of each box of a page until it fits. Devanagari needs taller lines than Latin. */
globalThis.fitWords = async () => {
  await document.fonts.ready;
  for (const box of document.querySelectorAll('[data-fit]')) {
    const { fontSize, lineHeight } = getComputedStyle(box);
    let type = Number.parseFloat(fontSize);
    const line = Number.parseFloat(lineHeight) / type || 1.2;
    const isDevanagari = /[\u0900-\u097f]/.test(box.innerText);
    box.style.lineHeight = String(isDevanagari ? Math.max(line, 1.26) : line);
    const isTooLarge = () =>
      box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1;
    while (type > 8 && isTooLarge()) {
      type -= 1;
      box.style.fontSize = `${type}px`;
    }
  }
};

// The parts of a dictionary (web/words.ts).
declare module '*?words=first' {
  export const words: Partial<import('./en').Messages>;
}
declare module '*?words=studio' {
  export const words: Partial<import('./en').Messages>;
}
declare module '*?words=admin' {
  export const words: Partial<import('./en').Messages>;
}

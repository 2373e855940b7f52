/** Where an answer's links may lead: the web and mail. Anything else is no address. */
export function safeAddress(address: string): string {
  return /^(?:https?:\/\/|mailto:)/i.test(address) ? address : '';
}

/** A change that is refused because of the state of something else. The message is for the caller. */
export class WrongState extends Error {}

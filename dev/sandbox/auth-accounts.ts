import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The parts of the emulator's project state that we use: its accounts, and the links it has mailed. */
export interface EmulatorState {
  users: Map<string, Account>;
  oobs: Map<string, { oobCode: string }>;
  createUserWithLocalId(localId: string, fields: object): unknown;
}

interface Account {
  localId: string;
  providerUserInfo?: { providerId: string }[];
}

interface Kept {
  users: Account[];
  oobs: { oobCode: string }[];
}

const lastSaved = new WeakMap<EmulatorState, string>();

export function loadAccounts(file: string, state: EmulatorState): void {
  let kept: Kept;
  try {
    kept = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Adds accounts through the emulator's own method, which also fills its indexes by email, phone and
  // provider. The method adds the password and phone entries itself, so they are left out here to prevent
  // duplicates.
  for (const user of kept.users) {
    const others = user.providerUserInfo?.filter(
      ({ providerId }) => providerId !== 'password' && providerId !== 'phone',
    );
    state.createUserWithLocalId(user.localId, { ...user, providerUserInfo: others ?? [] });
  }
  for (const oob of kept.oobs) state.oobs.set(oob.oobCode, oob);
}

/** Writes the whole file or nothing: a kill in the middle leaves the old file. */
export function saveAccounts(file: string, state: EmulatorState): void {
  const kept: Kept = { users: [...state.users.values()], oobs: [...state.oobs.values()] };
  const text = JSON.stringify(kept, null, 1);
  if (text === lastSaved.get(state)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  lastSaved.set(state, text);
}

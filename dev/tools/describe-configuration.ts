/** docs/configuration.md and .env.example, as text. */
import { serverVariables } from '@sachet/shared/configuration/environment-variables';

const groups = [
  'Addresses and storage',
  'Services',
  'Secrets and people',
  'Money',
  'Product',
  'Servers',
  'Compose only',
];

const numberFormat = new Intl.NumberFormat('en-US', { useGrouping: 'min2' });

interface Variable {
  readonly name: string;
  readonly group: string;
  readonly description: string;
  readonly fallback: string;
}

/** Variables that Compose reads and no server reads. */
const others: Variable[] = [
  {
    name: 'DATABASE_OWNER_PASSWORD',
    group: 'Compose only',
    description: 'Password of the owner in the Postgres of Compose; letters and digits',
    fallback: 'the demo’s',
  },
  {
    name: 'DATABASE_APP_PASSWORD',
    group: 'Compose only',
    description: 'Password of the servers in the Postgres of Compose; letters and digits',
    fallback: 'the demo’s',
  },
  {
    name: 'DATABASE_APP_USER',
    group: 'Compose only',
    description: 'Login that `DATABASE_APP_PASSWORD` belongs to',
    fallback: 'sachet',
  },
  {
    name: 'REDIS_PASSWORD',
    group: 'Compose only',
    description: 'Password of the Redis of Compose; letters and digits',
    fallback: 'the demo’s',
  },
  {
    name: 'SACHET_VERSION',
    group: 'Compose only',
    description: 'Tag of the images that Compose builds and runs, such as the release’s',
    fallback: 'latest',
  },
  {
    name: 'API_NAME',
    group: 'Compose only',
    description: 'DNS name whose addresses are the APIs of several machines, for Caddy',
    fallback: 'api',
  },
];

const introduction = `# Configuration

This page and [.env.example](../.env.example) are written by \`npm run docs:configuration\` from \`shared/configuration/environment-variables.ts\`.

\`npm start\` needs no configuration. Copy .env.example to \`.env\` and set what you have: each service that you configure replaces one local stand-in. Variables of the shell take precedence over \`.env\`. \`docker compose\` reads the same file. \`NAME_FILE\` names a file whose content is the variable NAME, such as a secret of Compose or Kubernetes; a variable with both is an error. \`NAME_FILE\` names a file whose content is the variable NAME, as secrets of Compose and Kubernetes are mounted; setting both is an error.

A server validates its environment when it starts. It reports every problem with its remedy, never a value, and exits; \`npm run doctor\` reports the same ([operations.md](operations.md#check)). With \`NODE_ENV=production\`, API and worker refuse to start with the Auth emulator, a stand-in, a test key, an \`http://\` address, or an empty, repeated or guessable secret.

Limits that no operator has a reason to change are constants in \`shared/configuration/limits.ts\`; [security.md](security.md#limits) lists them. Lists are separated by commas. In production, \`SIGNING_SECRET\`, \`LEDGER_SIGNING_KEY\` and \`RAZORPAY_WEBHOOK_SECRET\` have at least 32 random characters each (\`openssl rand -hex 32\`). A day starts at midnight in India. To replace a secret without downtime, see [operations.md](operations.md#change-a-password-or-a-key).
`;

const exampleHeader = `# Written by \`npm run docs:configuration\`; docs/configuration.md has the same as tables.
# Copy to .env what you have. \`npm start\` needs none of it: each service that is configured replaces
# one local stand-in. Variables of the shell take precedence. \`docker compose\` reads the same file.
`;

/** The texts by file, from the root of the clone. */
export function describeConfiguration(): Record<string, string> {
  const variables = [...describeServerVariables(), ...others];
  const unknown = variables.filter(({ group }) => !groups.includes(group));
  if (unknown.length > 0) throw new Error(`unknown group: ${JSON.stringify(unknown)}`);
  const grouped = groups.map(
    (group) => [group, variables.filter((each) => each.group === group)] as const,
  );
  const pages = grouped.map(([group, members]) => `\n## ${group}\n\n${formatTable(members)}`);
  const examples = grouped.map(
    ([group, members]) => `\n# --- ${group}\n${members.map(formatExample).join('')}`,
  );
  return {
    'docs/configuration.md': introduction + pages.join(''),
    '.env.example': exampleHeader + examples.join(''),
  };
}

function describeServerVariables(): Variable[] {
  return Object.entries(serverVariables).flatMap(([name, schema]) => {
    const { group, description, fallback } = schema.meta() ?? {};
    if (typeof group !== 'string' || description === undefined) return [];
    const said = typeof fallback === 'string' ? fallback : describeDefault(schema);
    return [{ name, group, description, fallback: said }];
  });
}

function describeDefault(schema: (typeof serverVariables)[string]): string {
  const { data } = schema.safeParse(undefined);
  if (typeof data === 'number') return numberFormat.format(data);
  return typeof data === 'string' ? data : '';
}

/** Formats a Markdown table with the padding of Prettier. */
function formatTable(variables: readonly Variable[]): string {
  const rows = [
    ['variable', 'meaning', 'default'],
    ...variables.map(({ name, description, fallback }) => [`\`${name}\``, description, fallback]),
  ];
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]!.length)));
  const pad = (row: string[], filler: string) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at]!, filler)).join(' | ')} |\n`;
  const [head, ...body] = rows.map((row) => pad(row, ' '));
  return head! + pad(['', '', ''], '-') + body.join('');
}

function formatExample({ name, description, fallback }: Variable): string {
  const said = fallback === '' ? `${description}.` : `${description}. Default: ${fallback}.`;
  // Comment lines of at most 100 characters.
  const comment = said.replaceAll('`', '').replace(/(.{1,98})(?: |$)/g, '# $1\n');
  return `${comment}${name}=\n`;
}

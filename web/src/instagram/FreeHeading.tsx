/** What a free tool is, on its packet. */
export function FreeHeading({
  level: Heading,
  title,
  badge,
  lead,
}: {
  level: 'h1' | 'h2';
  title: string;
  badge: string;
  lead: string;
}) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Heading className="text-title font-bold">{title}</Heading>
        <p className="rounded-full bg-sunk px-3 text-note leading-7 font-bold">{badge}</p>
      </div>
      <p className="mt-1 text-ink-soft">{lead}</p>
    </div>
  );
}

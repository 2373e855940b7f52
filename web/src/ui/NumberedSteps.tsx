/** Sentences with numbers in circles: what happens one after another. */
export function NumberedSteps({ steps }: { steps: readonly string[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari announces no list without its own markers
    <ol role="list" className="grid gap-2">
      {steps.map((step, index) => (
        <li key={step} className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-baseline gap-2">
          <span
            aria-hidden
            className="grid size-6 place-items-center rounded-full bg-ink text-note font-bold text-on-ink tabular-nums"
          >
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}

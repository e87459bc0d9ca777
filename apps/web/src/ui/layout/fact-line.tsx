interface FactLineProps {
  facts: readonly (readonly [name: string, value: string])[];
}

/** Shows a few names and values side by side. */
export function FactLine({ facts }: FactLineProps) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-muted text-sm">{term}</dt>
          <dd className="figures font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows a price in words, with its warnings below. */
export function PriceInWords({ words, warnings }: { words: string; warnings: readonly string[] }) {
  return (
    <div className="text-sm">
      <p className="figures">{words}</p>
      {warnings.map((warning) => (
        <p key={warning} className="text-warn">
          {warning}
        </p>
      ))}
    </div>
  );
}

import { CopyButton } from '../buttons/copy-button.tsx';

interface CodeBlockProps {
  /** Accessible name of the block. */
  label: string;
  code: string;
  /** Label of the copy button. */
  copyLabel?: string | undefined;
}

/** Code for a terminal or an editor, with a copy button. Long lines wrap, so that nothing scrolls. */
export function CodeBlock({ label, code, copyLabel }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border bg-sunken">
      <div className="flex items-center justify-between gap-3 border-b px-3 py-1.5">
        <figcaption className="truncate text-muted text-sm">{label}</figcaption>
        <CopyButton text={code} label={copyLabel} />
      </div>
      <pre className="whitespace-pre-wrap p-3 font-mono text-xs leading-relaxed [overflow-wrap:anywhere]">
        <code>{code}</code>
      </pre>
    </figure>
  );
}

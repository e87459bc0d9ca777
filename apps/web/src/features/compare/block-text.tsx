import type { ReactNode } from 'react';
import type { Segment } from '../../domain/markdown/diff-words.ts';
import { classNames } from '../../ui/class-names.ts';
import type { ComparedBlock } from './split-blocks.ts';

/** Which words of a change are shown: those of one side, or all of them inline. */
export type Side = 'before' | 'after' | 'both';

const headings = ['', 'text-xl', 'text-lg', 'text-base', 'text-base', 'text-base', 'text-base'];
const depths = ['', 'ml-5', 'ml-10', 'ml-15', 'ml-20', 'ml-25'];

interface BlockTextProps {
  block: ComparedBlock;
  /** Segments of each text of the block, if only some words changed. */
  parts?: readonly (readonly Segment[])[];
  side: Side;
  /** Marks a block that was removed or added as a whole. */
  whole?: 'removed' | 'added';
}

/** Renders a block: headings larger, rows as cells, code in monospace. */
export function BlockText({ block, parts, side, whole }: BlockTextProps) {
  const words = (at: number): ReactNode => {
    const segments = parts?.[at] ?? [{ kind: whole ?? 'same', text: block.texts[at] ?? '' } as const];
    return <Words segments={segments} side={side} />;
  };
  const { kind, level, marker } = block;
  if (kind === 'row') {
    const columns = { gridTemplateColumns: `repeat(${block.texts.length}, minmax(0, 1fr))` };
    return (
      <div className="relative overflow-x-clip">
        <div className={classNames('grid divide-x', level === 1 && 'font-medium')} style={columns}>
          {[...block.texts.keys()].map((at) => (
            <div key={at} className="min-w-0 px-2 first:pl-0">
              {words(at)}
              <span className="sr-only">, </span>
            </div>
          ))}
        </div>
      </div>
    );
  }
  if (kind === 'code') {
    return <div className="min-h-5 whitespace-pre-wrap font-mono text-sm">{words(0)}</div>;
  }
  if (kind === 'heading') return <p className={classNames('font-semibold', headings[level])}>{words(0)}</p>;
  if (kind === 'quote') return <p className="border-l-2 pl-3 text-muted">{words(0)}</p>;
  if (kind === 'meta') return <p className="font-mono text-muted text-sm">{words(0)}</p>;
  if (kind === 'text') return <p>{words(0)}</p>;
  return (
    <div className={classNames('flex gap-2', depths[level], kind === 'footnote' && 'text-sm')}>
      <span className="figures shrink-0 text-muted">{kind === 'footnote' ? `[${marker}]` : marker}</span>
      <p className="min-w-0">{words(0)}</p>
    </div>
  );
}

/** Strikes out removed words and underlines added ones, so that colour is not the only difference. */
function Words({ segments, side }: { segments: readonly Segment[]; side: Side }) {
  const hidden = side === 'before' ? 'added' : side === 'after' ? 'removed' : null;
  return [...segments.entries()].map(([at, { kind, text }]) => {
    if (kind === hidden) return null;
    if (kind === 'same') return <span key={at}>{text}</span>;
    return kind === 'removed' ? (
      <del key={at} className="rounded-xs bg-danger-soft text-danger line-through decoration-1 decoration-current/50">
        {text}
      </del>
    ) : (
      <ins
        key={at}
        className="rounded-xs bg-good-soft text-good underline decoration-1 decoration-current/50 underline-offset-2"
      >
        {text}
      </ins>
    );
  });
}

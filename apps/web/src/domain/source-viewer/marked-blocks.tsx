import { classNames } from '../../ui/class-names.ts';
import type { splitPassages } from './split-passages.ts';

/** Shows blocks of plain text, tables in letters of one width, with their marked pieces. */
export function MarkedBlocks({ blocks }: { blocks: ReturnType<typeof splitPassages> }) {
  return blocks.map(({ at, isTable, pieces }) => (
    <p key={at} dir="auto" className={classNames('wrap-anywhere whitespace-pre-wrap', isTable && 'font-mono text-sm')}>
      {pieces.map((piece) =>
        piece.marked ? (
          <mark key={piece.at} className="rounded-sm bg-good-soft text-good outline-offset-2">
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </p>
  ));
}

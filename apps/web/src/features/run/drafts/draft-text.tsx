import { memo } from 'react';
import { type DraftLine, readLine } from './read-line.ts';

const styles: Record<DraftLine['kind'], string> = {
  heading: 'mt-3 mb-1 font-semibold first:mt-0',
  item: 'relative mb-1 pl-4 before:absolute before:left-1 before:content-["•"]',
  cells: 'figures border-b py-0.5 text-muted',
  note: 'text-muted text-xs',
  text: 'mb-2',
};

/** Shows the words of a text that grows. Only lines that change are rendered again. */
export function DraftText({ text }: { text: string }) {
  return text.split('\n').map((line, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text grows at its end, so a line keeps its number
    <Line key={number} line={line} />
  ));
}

const Line = memo(function Line({ line }: { line: string }) {
  const read = readLine(line);
  return read === null ? null : <p className={`wrap-anywhere ${styles[read.kind]}`}>{read.text}</p>;
});

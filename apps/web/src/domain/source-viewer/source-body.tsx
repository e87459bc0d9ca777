import { sourceTexts as texts } from '../../texts/en/documents/source.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { defer } from '../../ui/defer.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { DerivationView } from '../citations/derivation-view.tsx';
import { CitedRows } from './cited-rows.tsx';
import { PassageText } from './passage-text.tsx';
import { QueryResult } from './query-result.tsx';
import { type CitedFootnote, findFootnote, type ShownSource, type SourceLoader } from './source-loader.ts';
import { SourceNote } from './source-note.tsx';

/** The PDF reader is large, so it loads with the first PDF. */
const pdfSource = defer(() => import('./pdf-source.tsx'));

interface SourceBodyProps<S extends ShownSource> {
  source: S;
  loader: SourceLoader<S>;
  /** The footnotes of the text, with their numbers. */
  footnotes: readonly CitedFootnote[];
  /** Shows the source of another footnote, such as that of an input of a derivation. */
  onShow: (footnote: string) => void;
}

/** Shows a source by its kind: a page of a PDF, rows of a sheet, a query's result, a text, or the cited words. */
export function SourceBody<S extends ShownSource>({ source, loader, footnotes, onShow }: SourceBodyProps<S>) {
  const { problem, derivation } = source;
  const renderInput = (label: string) => (
    <button type="button" onClick={() => onShow(label)} className={linkStyle}>
      {readingTexts.derivation.footnote(findFootnote(footnotes, label)?.number ?? label)}
    </button>
  );
  return (
    <>
      {problem !== null && <SourceNote>{texts.problems[problem]}</SourceNote>}
      {derivation && <DerivationView derivation={derivation} renderSource={renderInput} />}
      <Material source={source} loader={loader} />
    </>
  );
}

function Material<S extends ShownSource>({ source, loader }: Pick<SourceBodyProps<S>, 'source' | 'loader'>) {
  const { pdf, range, table, text, kind, problem, derivation } = source;
  const parts = pdfSource.useModule(pdf !== null);
  if (pdf !== null) {
    return parts ? <parts.PdfSource source={source} loader={loader} /> : <Skeleton className="aspect-210/297 w-full" />;
  }
  if (range !== null) return <CitedRows range={range} title={source.title} />;
  if (table !== null) return <QueryResult source={source} table={table} />;
  if (text !== null) return <PassageText source={source} text={text} />;
  return (
    <>
      {kind === 'words' && problem === null && derivation === null && <SourceNote>{texts.wordsOnly}</SourceNote>}
      <CitedWords source={source} />
    </>
  );
}

/** The words of the source, or else those that the document quotes. */
function CitedWords({ source: { passage, quote } }: { source: ShownSource }) {
  const words = passage ?? quote;
  if (words === null) return null;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-0.5 text-muted text-xs">{texts.quoted}</figcaption>
      <blockquote dir="auto" className="wrap-anywhere border-s-2 ps-3 leading-relaxed">
        {words}
      </blockquote>
    </figure>
  );
}

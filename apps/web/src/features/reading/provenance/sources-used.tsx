import { isOpen } from '@ecp/contract/values/citation-counts';
import { useContext } from 'react';
import { CitedSourceLine, isCalculation } from '../../../domain/citations/cited-source-line.tsx';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { ReadingContext } from '../origin/reading-context.ts';
import { PanelPart } from './fact-list.tsx';

const texts = readingTexts.provenance;

/** Lists the cited sources, each once, the most cited first. */
export function SourcesUsed({
  engagementId,
  citations,
}: {
  engagementId: string;
  citations: readonly NumberedCitation[];
}) {
  const { filename: document, version, openSource } = useContext(ReadingContext);
  const ofSources = citations.filter((citation) => !isCalculation(citation));
  const bySource = Map.groupBy(ofSources, ({ source }) => `${source.kind} ${source.title}`);
  const sources = [...bySource.entries()].sort(([, one], [, other]) => other.length - one.length);
  return (
    <PanelPart title={texts.sources}>
      {sources.length === 0 && <p className="text-muted">{texts.noSources}</p>}
      <ul className="flex flex-col gap-2">
        {sources.map(([key, cited]) => {
          const [first] = cited;
          const footnote = cited.find((one) => one.footnote !== null)?.footnote ?? null;
          const failed = cited.filter(isOpen).length;
          return (
            first && (
              <li key={key}>
                <CitedSourceLine
                  source={{ ...first.source, location: null }}
                  engagementId={engagementId}
                  archived={first.page && { page: first.page, document, version, citation: first.index }}
                  onOpen={footnote === null ? undefined : () => openSource(footnote)}
                />
                <p className="figures ps-6 text-muted text-sm">
                  {texts.cited(cited.length)}
                  {failed > 0 && <span className="text-danger"> · {texts.failed(failed)}</span>}
                </p>
              </li>
            )
          );
        })}
      </ul>
    </PanelPart>
  );
}

import { ChevronDown, Download, MessageSquareQuote, Quote } from 'lucide-react';
import { saveBlob } from '../../../api/save-download.ts';
import { citeQuery } from '../../../domain/data/name-query.ts';
import type { RecordedQuery } from '../../../domain/data/queries.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { copyText } from '../../../ui/buttons/copy-text.ts';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { showDoneToast, showErrorToast } from '../../../ui/toasts/tell.ts';
import { writeResultCsv } from './write-result-csv.ts';

const texts = dataTexts.result;

/** Copies the citation of a query, as text or footnote, and saves its result as a file. */
export function ResultActions({ query }: { query: RecordedQuery }) {
  const cited = citeQuery(query);
  const copy = (text: string) => void copyText(text).then(() => showDoneToast(texts.copied, text), showErrorToast);
  const save = () => {
    // A byte order mark tells spreadsheets that the file is UTF-8.
    const blob = new Blob(['\uFEFF', writeResultCsv(query)], { type: 'text/csv;charset=utf-8' });
    saveBlob(blob, `query-${query.id}.csv`);
  };
  return (
    <>
      <Menu
        trigger={
          <Button size="small">
            <Quote aria-hidden className="size-3.5" />
            {texts.cite}
            <ChevronDown aria-hidden className="size-3.5" />
          </Button>
        }
      >
        <MenuItem onSelect={() => copy(cited)}>
          <Quote aria-hidden />
          {texts.copyCitation}
        </MenuItem>
        <MenuItem onSelect={() => copy(`[^${query.id}]: ${cited}`)}>
          <MessageSquareQuote aria-hidden />
          {texts.copyFootnote}
        </MenuItem>
      </Menu>
      <Button size="small" aria-label={texts.csvLabel} onClick={save}>
        <Download aria-hidden className="size-3.5" />
        {texts.csv}
      </Button>
    </>
  );
}

import { serveReaders } from '@ecp/sandbox/text-readers';
import { samlMetadataReader, samlResponseReader } from '../../identity/sso/saml-readers.ts';
import { followReader, placeReader } from '../../work/conversations/comments/passages.ts';
import { documentChartsReader } from '../../work/documents/charts/read-document-charts.ts';
import { clientTextReader } from '../../work/documents/reading/client-text.ts';
import { withoutFootnotesReader } from '../../work/documents/reading/without-footnotes.ts';
import { diffReader } from '../../work/documents/version-diff.ts';
import { wordAuthorsReader } from '../../work/documents/word-authors.ts';
import { checkReader } from '../../work/documents/writing/check-text.ts';
import {
  joinReader,
  mergeReader,
  suggestionReader,
} from '../../work/documents/writing/joined-texts.ts';
import { keptReader, sectionsReader } from '../../work/documents/writing/sections.ts';
import { requestReader } from '../../work/intake/request.ts';
import { outlineReader } from '../decks/outline-reader.ts';
import { citedQueriesReader } from '../exports/cited-queries.ts';
import { papersReader } from '../exports/workbook/read-papers.ts';

/** The child process that reads long texts of people and models. */
serveReaders([
  requestReader,
  checkReader,
  sectionsReader,
  joinReader,
  followReader,
  placeReader,
  keptReader,
  suggestionReader,
  mergeReader,
  clientTextReader,
  withoutFootnotesReader,
  diffReader,
  citedQueriesReader,
  documentChartsReader,
  outlineReader,
  wordAuthorsReader,
  papersReader,
  samlResponseReader,
  samlMetadataReader,
]);

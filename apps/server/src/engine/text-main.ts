import { serveReaders } from '@ecp/sandbox/text-readers';
import { promptReader } from './agents/prompts/render-prompt.ts';
import { figuresReader } from './evidence/check-deliverable.ts';
import { issuesReader } from './evidence/draft-issues.ts';
import { offlineReader } from './models/offline-model.ts';
import { linksReader, replacementsReader } from './phases/document-readers.ts';
import { cellsReader } from './steps/answering/check-cells.ts';
import { settleReader, slidesReader } from './steps/storylines/check-storyline.ts';
import { checkReader, repairReader } from './workflow/check-draft.ts';
import { editReader, sectionsReader } from './workflow/edit-sections.ts';
import { draftReader } from './workflow/finish-draft.ts';

/** The child process that reads long texts of tenants and models. */
serveReaders([
  draftReader,
  sectionsReader,
  editReader,
  checkReader,
  repairReader,
  figuresReader,
  issuesReader,
  offlineReader,
  cellsReader,
  slidesReader,
  settleReader,
  promptReader,
  replacementsReader,
  linksReader,
]);

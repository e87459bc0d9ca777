import type { ImportWarning } from '@ecp/contract/reach/word';
import { countOf } from '../shared/count-of.ts';

/** The sentence for each kind of warning of an import (WRD-7). The place and the words stand below it. */
const warnings: Record<ImportWarning['kind'], string> = {
  picture_left_out: 'A picture was left out.',
  object_left_out: 'An embedded object, such as a workbook or another document, was left out.',
  text_box_moved: 'A text box stands behind its paragraph now, as plain text.',
  equation_as_text: 'An equation is plain text now. Check that it still says the same.',
  endnote_as_footnote: 'Endnotes are footnotes now.',
  cells_separated: 'Merged cells of a table stand apart now.',
  nested_table_as_text: 'A table within a table is plain text now.',
  formatting_left_out: 'Underlining, highlighting and raised or lowered letters were left out. The words stay.',
  contents_left_out: 'The table of contents was left out. It is made from the headings.',
  symbol_left_out: 'A symbol of a special typeface was left out.',
  link_left_out: 'A link was left out because its address is not one of the web. The words stay.',
  caption_kept: 'A title or caption that is made from the document’s data was changed in the file. It stays as it was.',
  hidden_text_left_out: 'Hidden text was left out.',
  more_left_out: 'There is more of this kind than is listed here.',
  comment_unplaced: 'A comment is about words that the text no longer has. It is a comment on the whole document now.',
  conflict:
    'Somebody changed this section meanwhile. The words of the file were taken; the other words stay in the version before.',
  other_document: 'The file comes from another document. It was read as if it were this one.',
  unknown_origin: 'The file does not name the version that it comes from. It was compared with the latest one.',
};

/** Texts of bringing back a Word file. */
export const wordTexts = {
  title: 'Bring back a Word file',
  description:
    'The file becomes the next version. Its comments become comments, and tracked changes count as accepted.',
  file: 'Word file',
  fileHint: 'A .docx file of at most 20 MB. Choose it, or drop it anywhere.',
  submit: 'Bring back',
  progress: 'Progress of the upload',
  sending: 'Sending the file…',
  reading: 'Reading the file…',
  wrongType: 'This is no .docx file.',
  troubles: {
    unchanged: {
      title: 'The file says what the document already says',
      advice: 'Nothing was saved. Perhaps your changes are in another copy of the file.',
    },
    refused: 'Nothing was saved. Save the file in Word as .docx, without a password, and try again.',
    tooLarge: {
      title: 'The file is larger than 20 MB',
      advice: 'Nothing was saved. Pictures are not taken, so remove them from the file and try again.',
    },
  },
  report: {
    written: (version: number) => `Version ${version} has the text of the file`,
    commentsAlone: (version: number) => `The text is as it was: version ${version} stays the latest`,
    comments: (count: number) => `${countOf(count, 'comment')} came with it`,
    warnings: (count: number) => (count === 1 ? 'Look at 1 place' : `Look at ${count} places`),
    clean: 'Everything in the file was taken.',
    under: (heading: string) => `Under “${heading}”`,
    compare: 'Compare with the version before',
    done: 'Done',
  },
  warnings,
} as const;

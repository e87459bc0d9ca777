import type { ImportWarning } from '@ecp/contract/reach/exports';
import { t, translated } from '../../base/language/translate.ts';

/** The sentence for each kind of warning of an import, above its place and words. */
const warnings: Record<ImportWarning['kind'], string> = translated({
  picture_left_out: 'A picture was left out.',
  object_left_out: 'An embedded object, such as a workbook or another document, was left out.',
  text_box_moved: 'A text box is now plain text after its paragraph.',
  equation_as_text: 'An equation is now plain text. Check that it still says the same.',
  endnote_as_footnote: 'Endnotes are now footnotes.',
  cells_separated: 'Merged cells of a table are now separate.',
  numbers_changed:
    'A list with letters, Roman numerals or several numbers is now numbered 1, 2, 3. Check the references to it.',
  nested_table_as_text: 'A table within a table is now plain text.',
  formatting_left_out:
    'Underlining, highlighting and raised or lowered letters were left out. The words stay.',
  contents_left_out: 'The table of contents was left out. It is made from the headings.',
  symbol_left_out: 'A symbol in a special typeface was left out.',
  link_left_out: 'A link was left out because it does not lead to a web address. The words stay.',
  caption_kept:
    'A title or caption that is made from the document’s data was changed in the file. The change was left out.',
  hidden_text_left_out: 'Hidden text was left out.',
  more_left_out: 'There is more of this kind than is listed here.',
  comment_unplaced:
    'A comment is about words that are no longer in the text. It is now a comment on the whole document.',
  conflict:
    'Someone else changed this section in the meantime. The text of the file was kept. The other text stays in the previous version.',
  other_document: 'The file comes from another document. It was read as if it were this one.',
  unknown_origin:
    'The file does not name the version that it comes from. It was compared with the latest one.',
});

export const wordTexts = translated({
  title: 'Import a Word file',
  description:
    'The file becomes the next version. Its comments are imported, and tracked changes count as accepted.',
  file: 'Word file',
  fileHint: 'A .docx file of at most 20 MB. Choose it, or drop it anywhere.',
  submit: 'Import',
  progress: 'Progress of the upload',
  sending: 'Sending the file…',
  reading: 'Reading the file…',
  wrongType: 'This is not a .docx file. Save it in Word as .docx and choose it again.',
  troubles: {
    unchanged: {
      title: 'The file has the same text as the document',
      advice: 'Nothing was saved. Perhaps your changes are in another copy of the file.',
    },
    refused:
      'Nothing was saved. Save the file in Word as .docx, without a password, and try again.',
    tooLarge: {
      title: 'The file is larger than 20 MB',
      advice:
        'Nothing was saved. Pictures are not imported, so remove them from the file and try again.',
    },
  },
  report: {
    written: (version: number) => t('Imported as version {version}', { version }),
    commentsAlone: (version: number) =>
      t('The text has not changed: version {version} is still the latest', { version }),
    comments: (count: number) =>
      t('{count, plural, one {# comment} other {# comments}} imported', { count }),
    warnings: (count: number) =>
      t('{count, plural, one {Check 1 place} other {Check # places}}', { count }),
    clean: 'Everything in the file was imported.',
    under: (heading: string) => t('Under “{heading}”', { heading }),
    compare: 'Compare with the previous version',
    done: 'Done',
  },
  warnings,
});

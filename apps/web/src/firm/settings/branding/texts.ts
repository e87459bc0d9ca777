import { t, translated } from '../../../base/language/translate.ts';
export const brandingTexts = translated({
  look: {
    title: 'Appearance',
    description: 'Used in PDF and Word files, in the client portal and in emails to clients.',
    company: 'Company name',
    companyHint: (tenant: string) => t('If it is empty, “{tenant}” is shown.', { tenant }),
    color: 'Color',
    picker: 'Choose the color',
    noColor: 'No color',
    hexError: 'Enter a color such as #1f6feb.',
    removeColor: 'Use no color',
    footnotes: 'Footnotes in what clients receive',
    footnotesHint: 'In the portal and in files for clients. Your team always reads all footnotes.',
    footnoteChoices: { all: 'All footnotes', none: 'No footnotes' },
    save: 'Save',
    saved: 'Branding saved',
    discard: 'Discard changes',
    unsaved: 'Not saved yet',
  },
  contrast: {
    whiteOnIt: (ratio: string) => t('White text on this color: {ratio} : 1', { ratio }),
    blackOnIt: (ratio: string) => t('Black text on this color: {ratio} : 1', { ratio }),
    asText: (ratio: string) => t('As text on white: {ratio} : 1', { ratio }),
    asTextDarkened: (ratio: string) =>
      t('As text on white: {ratio} : 1 is too pale, so text gets a darker shade', { ratio }),
    asTextInk: (ratio: string) =>
      t(
        'As text on white: {ratio} : 1 is too pale, so headings are black beside bars of this color',
        { ratio },
      ),
    passes: 'Readable (WCAG AA)',
    sampleButton: 'Button',
    sampleText: 'Heading',
  },
  logo: {
    title: 'Logo',
    description:
      'PNG, JPEG or SVG, up to 1 MB. It is saved immediately. A logo at least 2.5 times as wide as high stands in place of your name, any other beside it.',
    alt: 'Your logo',
    none: 'No logo yet',
    input: 'Logo file',
    saved: 'Logo saved',
    remove: 'Remove',
    removeTitle: 'Remove the logo?',
    removeLead:
      'Documents, client portal and emails show your company name only. You can upload a logo again at any time.',
    removeConfirm: 'Remove the logo',
    removed: 'Logo removed',
    wrongType: 'This is not a PNG, JPEG or SVG file.',
    tooLarge: (size: string) =>
      t('The file size is {size}; the limit for a logo is 1 MB.', { size }),
  },
  upload: {
    drop: 'Drop a file here, or',
    choose: 'choose a file',
    replace: 'choose another file',
    uploading: 'Uploading',
  },
  deck: {
    title: 'Slides',
    description:
      'Your firm’s PowerPoint file. Slides are written into its master and layouts. PPTX, up to 20 MB, saved immediately.',
    none: 'Slides have a plain design in your color, with your logo.',
    input: 'PowerPoint file',
    saved: 'Slides are written into this file’s master',
    remove: 'Remove',
    removeTitle: 'Remove the PowerPoint file?',
    removeLead:
      'Slides get a plain design in your color, with your logo. You can upload a file again at any time.',
    removeConfirm: 'Remove the file',
    removed: 'PowerPoint file removed',
    facts: (size: string, day: string) => t('{size}, uploaded on {day}', { size, day }),
    found: 'Layouts that slides use',
    uses: { title: 'First slide', content: 'Text, charts and tables', titleOnly: 'Title alone' },
    wrongType: 'This is not a PPTX file.',
    tooLarge: (size: string) => t('The file size is {size}; the limit is 20 MB.', { size }),
  },
  preview: {
    title: 'Preview',
    description: 'A sample report that looks like your PDFs.',
    pages: 'Pages of the sample report',
    open: 'Open as PDF',
    page: (page: number, pages: number) => t('Preview, page {page} of {pages}', { page, pages }),
    drawing: 'Rendering the preview',
    updating: 'Updating',
  },
  readOnly: (role: string) =>
    t('Only admins and the owner can change the branding; your role is {role}.', { role }),
});

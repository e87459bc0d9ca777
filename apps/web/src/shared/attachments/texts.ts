import { t, translated } from '../../base/language/translate.ts';

export const attachmentTexts = translated({
  description:
    'Files and web pages that the agents read with the brief. Every statement taken from them is cited with its source.',
  nextRun: 'A run is in progress. The next run reads what you add now.',
  listLabel: 'Attachments',
  columns: { name: 'File', category: 'Category', size: 'Size', added: 'Added' },
  categories: {
    reference: 'Reference',
    styleguide: 'Style guide',
    design_inspiration: 'Design inspiration',
    data: 'Data',
    brand_assets: 'Brand assets',
  },
  addAs: 'as',
  newCategory: 'Category of new files',
  drop: {
    lead: 'Drop files here, or',
    choose: 'Choose files',
    over: 'Drop to attach',
    types: 'PDF, Word, Excel, PowerPoint, OpenDocument, text, data, images, ZIP',
    limits: (file: string, storage: string, plan: string) =>
      t('Up to {file} per file and {storage} in total on the {plan} plan', { file, storage, plan }),
  },
  uploads: {
    title: 'Uploads',
    progress: (name: string) => t('Upload of {name}', { name }),
    waiting: 'Waiting',
    storing: 'Storing…',
    sent: (sent: string, total: string) => t('{sent} of {total}', { sent, total }),
    cancel: (name: string) => t('Cancel the upload of {name}', { name }),
    retry: 'Retry',
    dismiss: (name: string) => t('Remove {name} from this list', { name }),
    done: (count: number) => t('{count, plural, one {# file} other {# files}} attached', { count }),
    remove: (name: string) => t('Remove {name}', { name }),
  },
  problems: {
    folder: { title: 'This is a folder', advice: 'Open it and drop the files in it.' },
    type: (extension: string) => ({
      title:
        extension === ''
          ? t('The file has no extension')
          : t('{extension} files cannot be attached', { extension }),
      advice: t('Convert it to PDF, an Office format, text or an image.'),
    }),
    size: (limit: string, plan: string) => ({
      title: t('The file is larger than {limit}', { limit }),
      advice: t(
        'This is the limit of the {plan} plan. Split the file, or upgrade to a larger plan.',
        { plan },
      ),
    }),
    storage: 'Delete files you no longer need, or upgrade to a larger plan.',
    mismatch: 'Save it again in the program that made it, with the right extension.',
    count: 'Delete files you no longer need.',
  },
  url: {
    open: 'Add web page',
    title: 'Add a web page',
    description: 'The text of the page is fetched once and stored. Upload PDFs and images instead.',
    label: 'Address',
    hint: 'A public page, up to 5 MB',
    submit: 'Fetch and attach',
    done: 'Web page attached',
  },
  reading: 'Reading…',
  /** Texts that say how much of a file was read, by the state of its text. */
  read: {
    extracted: 'Its text has been read.',
    truncated: 'Only its beginning was read.',
    empty: 'It holds no text.',
    failed: 'Its text could not be read.',
    encrypted: 'It is protected by a password; its text could not be read.',
    timeout: 'Reading it took too long; its text could not be read.',
    too_large: 'It is too large for its text to be read.',
  },
  addedBy: (name: string) => t('by {name}', { name }),
  formerMember: 'a former member',
  actions: (name: string) => t('Actions for {name}', { name }),
  details: 'Details',
  download: 'Download',
  remove: {
    title: (name: string) => t('Delete {name}?', { name }),
    advice:
      'The file is permanently deleted. Documents that quote it keep their quotes; later runs no longer read it.',
    done: (name: string) => t('{name} deleted', { name }),
  },
  facts: { summary: 'What was read', type: 'Type', source: 'Source', added: 'Added' },
  empty: {
    title: 'Nothing attached yet',
    advice:
      'Attach interview notes, figures, market reports, price lists or brand guides. Agents read them and quote them with page and source, and each quote is checked.',
  },
});

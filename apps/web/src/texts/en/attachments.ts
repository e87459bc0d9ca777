import { countOf } from './count-of.ts';

/** Files and web pages that a run reads beside the brief. */
export const attachmentTexts = {
  description: 'What the agents read beside the brief: every statement they take from here is quoted with its source.',
  nextRun: 'A run is under way. What you add now is read by the next one.',
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
    types: 'PDF, Word, Excel, PowerPoint, OpenDocument, text, data, pictures, ZIP',
    limits: (file: string, storage: string, plan: string) =>
      `Up to ${file} a file and ${storage} in all on the ${plan} plan`,
  },
  uploads: {
    title: 'Uploads',
    progress: (name: string) => `Upload of ${name}`,
    waiting: 'Waiting',
    storing: 'Storing…',
    sent: (sent: string, total: string) => `${sent} of ${total}`,
    cancel: (name: string) => `Cancel the upload of ${name}`,
    retry: 'Retry',
    dismiss: (name: string) => `Remove ${name} from this list`,
    done: (count: number) => `${countOf(count, 'file')} attached`,
    remove: (name: string) => `Remove ${name}`,
  },
  problems: {
    folder: { title: 'This is a folder', advice: 'Open it and drop the files in it.' },
    type: (extension: string) => ({
      title: extension === '' ? 'The file has no extension' : `${extension} files cannot be attached`,
      advice: 'Convert it to PDF, an Office format, text or a picture.',
    }),
    size: (limit: string, plan: string) => ({
      title: `The file is larger than ${limit}`,
      advice: `That is the most that the ${plan} plan takes. Split the file, or move to a larger plan.`,
    }),
    storage: 'Delete what is not needed any more, or move to a larger plan.',
    mismatch: 'Save it again in the program that made it, with the right extension.',
    count: 'Delete what is not needed any more.',
  },
  url: {
    open: 'Add web page',
    title: 'Add a web page',
    description: 'Its text is fetched once and kept as it is now. PDFs and pictures must be uploaded instead.',
    label: 'Address',
    hint: 'A public page, up to 5 MB',
    submit: 'Fetch and attach',
    done: 'Web page attached',
  },
  reading: 'Reading…',
  unread: 'Its text is read.',
  addedBy: (name: string) => `by ${name}`,
  formerMember: 'a former member',
  actions: (name: string) => `Actions for ${name}`,
  details: 'Details',
  download: 'Download',
  remove: {
    title: (name: string) => `Delete ${name}?`,
    advice: 'The file is deleted for good. Deliverables that quote it keep their quotes; later runs no longer read it.',
    done: (name: string) => `${name} is deleted`,
  },
  facts: { summary: 'What was read', type: 'Type', source: 'Source', added: 'Added' },
  empty: {
    title: 'Nothing attached yet',
    advice:
      'Interview notes, figures, market reports, price lists, brand guides: agents read them, quote them with page and source, and each quote is checked.',
  },
} as const;
